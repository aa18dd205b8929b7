import { html, type TemplateResult } from 'lit'
import type { LoyaltyWords } from '../messages/en/loyalty.ts'
import { formatMoney, type Money } from '../money.ts'
import { fill } from '../words.ts'

/** How one element speaks: its words, and how its language writes money and dates. */
export interface Voice {
  words: LoyaltyWords
  lang: string
  say: (text: keyof LoyaltyWords, values?: Record<string, string>) => string
  money: (money: Money) => string
  date: (iso: string) => string
}

export function createVoice(words: LoyaltyWords, lang: string): Voice {
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })
  return {
    words,
    lang,
    say: (text, values = {}) => fill(words[text], values),
    money: (money) => formatMoney(money, lang),
    // What is no date is shown as it came.
    date: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : days.format(new Date(iso))),
  }
}

/** A part that the service did not give in time. */
export const renderLate = ({ words }: Voice): TemplateResult => html`<p part="late" class="quiet">${words.partLate}</p>`
