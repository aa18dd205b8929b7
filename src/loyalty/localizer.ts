import { html, type TemplateResult } from 'lit'
import type { messages as en } from '../i18n/english/loyalty.ts'
import { formatMoney, type Money } from '../money.ts'
import { fill, type FirstMessages } from '../i18n/localize.ts'

type FirstWords = FirstMessages<typeof en, 'loyalty'>

/** How one element speaks: its words, and how its language writes money and dates. */
export interface Localizer<Texts = FirstWords> {
  words: Texts
  lang: string
  say: (text: keyof Texts, values: Record<string, string>) => string
  money: (money: Money) => string
  date: (iso: string) => string
}

/** A localizer with these words, in that language. */
export function createLocalizer<Texts extends object = FirstWords>(words: Texts, lang: string): Localizer<Texts> {
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })
  return {
    words,
    lang,
    say: (text, values) => fill(words[text] as string, values),
    money: (money) => formatMoney(money, lang),
    // In one line each; what is no date is shown as it came.
    date: (iso) => (Date.parse(iso) ? days.format(new Date(iso)).replace(/ /g, '\xa0') : iso),
  }
}

/** A part that the service did not give in time. */
export const renderLate = ({ words }: Localizer): TemplateResult => html`<p part="late" class="quiet">${words.partLate}</p>`
