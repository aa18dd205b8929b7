import { html, nothing } from 'lit'
import type { ResponseError } from '../../contract/client.ts'
import { messages as en } from '../../i18n/english/tracking-form.ts'
import { fill, type Words } from '../../i18n/localize.ts'
import { keepInside } from '../../page/own-input.ts'
import { proofOf, type Proof } from '../order/proof.ts'
import type { TrackingWords } from '../views/order-view.ts'

export { formStyles } from './form.styles.ts'

// Loaded where the page does not say which order it is about, or says one that nobody knows.

type Field = 'order_number' | 'email' | 'tracking_number'

/** The mistake in each field, as the name of its text. `either` concerns all fields: the first field has its text, the others are empty. */
export type Mistakes = Partial<Record<keyof Proof, 'missing' | 'either' | 'wrong' | ''>>

export interface Form {
  /** The words that the widget says everywhere. */
  words: TrackingWords
  lang: string
  /** What the fields hold at first, and what was looked up last. */
  known: Proof
  /** What the page's address held. */
  found: Proof | undefined
  mistakes: Mistakes
  /** Why the last look-up failed. */
  problem: ResponseError | undefined
  isBusy: boolean
  handleSubmit: (event: SubmitEvent) => void
}

/** Asks for what proves that the shopper may know: an order number with its address, or a tracking number. */
export function renderForm({ words, lang, known, found, mistakes, problem: answered, isBusy, handleSubmit }: Form) {
  const own = { ...en, ...words }
  // The answer to an earlier look-up does not concern the new input.
  const problem = Object.keys(mistakes).length ? undefined : answered
  const isEmpty = mistakes.order_number === 'either'
  const sentence = isEmpty ? own.either : problem ? sentenceFor(problem, own, lang) : nothing
  const isMarked = (name: Field) => name in mistakes || !!(known[name] && problem && problem.status < 429)
  // The sentence stands right below the fields that it is about.
  const isOfPair = isMarked('order_number') || isMarked('email')
  return html`<form part="form" class="card" novalidate @submit=${handleSubmit} @input=${keepInside}>
    <h2 part="title">${words.track}</h2>
    <div part="pair">${renderField('order_number')} ${renderField('email')}</div>
    <p part="error" id="pair-error" role="alert">${isOfPair ? sentence : nothing}</p>
    <p part="or" class="muted">${own.or}</p>
    ${renderField('tracking_number')}
    <p part="error" id="tracking_number-error" role="alert">${isOfPair ? nothing : sentence}</p>
    <button part="submit primary" class="button primary" aria-disabled=${isBusy}><span>${isBusy ? words.finding : own.find}</span></button>
  </form>`

  function renderField(name: Field) {
    const kind = name === 'email' ? name : 'text'
    const mistake = isEmpty ? '' : mistakes[name]
    return html`<div part="field">
      <label for=${name}>${own[name]}</label>
      <input
        id=${name}
        name=${name}
        part="input"
        type=${kind}
        autocomplete=${name === 'email' ? name : 'off'}
        .defaultValue=${known[name] ?? found?.[name] ?? ''}
        aria-invalid=${isMarked(name) ? 'true' : nothing}
        aria-describedby=${`${mistake ? name : isOfPair ? 'pair' : 'tracking_number'}-error`}
      />
      ${name === 'tracking_number' ? nothing : html`<p part="error" id=${`${name}-error`}>${mistake && own[mistake]}</p>`}
    </div>`
  }
}

/** Reads the input of the form: the proof, or the mistakes. */
export function readForm(form: HTMLFormElement): { proof?: Proof; mistakes: Mistakes } {
  const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()])) as Record<Field, string>
  if (!Object.values(typed).some(Boolean)) return { mistakes: { order_number: 'either', email: '', tracking_number: '' } }
  const mistakes: Mistakes = {}
  if (typed.order_number || typed.email) {
    if (!typed.order_number) mistakes.order_number = 'missing'
    if (!typed.email) mistakes.email = 'missing'
    else if (!form.querySelector<HTMLInputElement>('#email')!.validity.valid) mistakes.email = 'wrong'
  }
  return { proof: Object.keys(mistakes).length ? undefined : proofOf(typed), mistakes }
}

/** What to tell the shopper; every miss reads the same (A78). */
function sentenceFor({ status, problem }: ResponseError, { rate_limited, not_found }: Words<typeof en>, lang: string): string {
  if (status !== 429) return not_found
  const minutes = Math.ceil((problem.retry_after ?? 60) / 60)
  return fill(rate_limited[new Intl.PluralRules(lang).select(minutes)] ?? rate_limited.other, { minutes: minutes.toLocaleString(lang) })
}
