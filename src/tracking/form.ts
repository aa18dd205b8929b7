import { html, nothing } from 'lit'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { proofOf, type Proof } from './lookups.ts'

/** What is wrong with which field; nothing to say beside one whose fault another field's words tell. */
export type Mistakes = Proof

/** Asks for what proves that the shopper may know: an order number with its address, or a tracking number. */
export function renderForm(words: TrackingWords, known: Proof, mistakes: Mistakes, problem: string, isBusy: boolean, submit: (event: SubmitEvent) => void) {
  return html`<form part="form" novalidate @submit=${submit} @input=${keepInside}>
    <h2 part="title">${words.track}</h2>
    ${renderField('order_number')} ${renderField('email')}
    <p class="quiet" part="or">${words.or}</p>
    ${renderField('tracking_number')}
    <p part="error" id="tracking_number-error" role="alert">${mistakes.tracking_number ?? problem}</p>
    <button part="submit" aria-disabled=${isBusy}>${isBusy ? words.finding : words.find}</button>
  </form>`

  function renderField(name: 'order_number' | 'email' | 'tracking_number') {
    const kind = name === 'email' ? name : 'text'
    return html`<div part="field">
      <label for=${name}>${words[name]}</label>
      <input
        id=${name}
        name=${name}
        part="input"
        type=${kind}
        autocomplete=${name === 'email' ? name : 'off'}
        .defaultValue=${known[name] ?? ''}
        aria-invalid=${name in mistakes ? 'true' : nothing}
        aria-describedby="${mistakes[name] ? name : 'tracking_number'}-error"
      />
      ${name === 'tracking_number' ? nothing : html`<p part="error" id="${name}-error">${mistakes[name]}</p>`}
    </div>`
  }
}

/** A theme that listens for input on its own fields does not mean these. */
const keepInside = (event: Event) => event.stopPropagation()

/** Takes what was typed out of the form: the proof, or what is wrong with which field. */
export function readForm(form: HTMLFormElement, words: TrackingWords): { proof?: Proof; mistakes: Mistakes } {
  const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()])) as Record<keyof Proof, string>
  if (!Object.values(typed).some(Boolean)) return { mistakes: { ...typed, tracking_number: words.either } }
  const mistakes: Mistakes = {}
  if (typed.order_number || typed.email) {
    if (!typed.order_number) mistakes.order_number = words.missing
    if (!typed.email) mistakes.email = words.missing
    else if (!form.querySelector<HTMLInputElement>('#email')!.validity.valid) mistakes.email = words.wrong
  }
  return { proof: Object.keys(mistakes).length ? undefined : proofOf(typed), mistakes }
}
