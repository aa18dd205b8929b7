import { html, nothing } from 'lit'
import { ResponseError } from '../contract/client.ts'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { fill } from '../words.ts'
import type { Proof } from './lookups.ts'

/** The two ways to look an order up by hand. */
export type Way = 'order' | 'tracking'

type Field = Exclude<keyof Proof, 'key'>

/** The form as it stands. */
export interface FormState {
  words: TrackingWords
  lang: string
  way: Way
  /** What the page filled in already. */
  known: Proof
  /** What is wrong with which field. */
  mistakes: Partial<Record<Field, string>>
  /** Why the last look-up brought nothing. */
  problem: unknown
  busy: boolean
  choose: (way: Way) => void
  submit: (event: SubmitEvent) => void
}

const fieldsOf: Record<Way, Field[]> = { order: ['order_number', 'email'], tracking: ['tracking_number'] }

/** Asks for what proves that the shopper may know. */
export function renderForm({ words, lang, way, known, mistakes, problem, busy, choose, submit }: FormState) {
  return html`<form class="card" part="form" novalidate aria-busy=${busy} @submit=${submit}>
    <h2 part="title">${words.track}</h2>
    <fieldset class="ways" part="ways">
      <legend class="unseen">${words.find_by}</legend>
      ${(['order', 'tracking'] as const).map(
        (one) => html`<label part="way"><input type="radio" name="way" value=${one} .checked=${way === one} @change=${() => choose(one)} />${words[`by_${one}`]}</label>`,
      )}
    </fieldset>
    ${fieldsOf[way].map(renderField)}
    <p id="problem" class="mistake" role="alert" part="error">${problem ? sentenceFor(problem, words, lang) : nothing}</p>
    <button class="main" part="submit" aria-disabled=${busy}>${busy ? words.finding : words.find}</button>
  </form>`

  function renderField(name: Field) {
    const mistake = mistakes[name]
    return html`<div class="field" part="field">
      <label for=${name} part="label">${words[name]}</label>
      <input
        id=${name}
        name=${name}
        part="input"
        type=${name === 'email' ? 'email' : 'text'}
        inputmode=${name === 'email' ? 'email' : 'text'}
        autocomplete=${name === 'email' ? 'email' : 'off'}
        autocapitalize="off"
        spellcheck="false"
        maxlength=${name === 'email' ? 254 : 64}
        required
        .defaultValue=${known[name] ?? ''}
        aria-invalid=${mistake ? 'true' : nothing}
        aria-describedby=${mistake ? `${name}-mistake` : nothing}
      />
      ${mistake ? html`<p id="${name}-mistake" class="mistake" part="error">${mistake}</p>` : nothing}
    </div>`
  }
}

/** Takes what was typed out of the form: the proof, or what is wrong with which field. */
export function readForm(form: HTMLFormElement, words: TrackingWords): { proof: Proof; mistakes: FormState['mistakes'] } {
  const proof: Proof = {}
  const mistakes: FormState['mistakes'] = {}
  for (const input of form.querySelectorAll<HTMLInputElement>('.field input')) {
    const name = input.name as Field
    proof[name] = input.value.trim()
    if (!proof[name]) mistakes[name] = words[`${name}_missing`]
    else if (!input.validity.valid) mistakes[name] = words.email_wrong
  }
  return { proof, mistakes }
}

/** What to tell the shopper; every miss reads the same. */
function sentenceFor(problem: unknown, words: TrackingWords, lang: string) {
  if (!(problem instanceof ResponseError) || problem.status >= 500) return words.unavailable
  if (problem.status === 404) return words.not_found
  if (problem.status !== 429) return words.invalid
  const minutes = Math.ceil((problem.problem.retry_after ?? 60) / 60)
  return fill(words.rate_limited, { time: new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes) })
}
