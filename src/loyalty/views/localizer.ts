import { html, type TemplateResult } from 'lit'
import type { messages as en } from '../../i18n/english/loyalty.ts'
import type { Money } from '../../money.ts'
import type { FirstMessages } from '../../i18n/localize.ts'

/** The texts of the first screen. */
export type FirstWords = FirstMessages<typeof en, 'loyalty'>

/** How one element speaks: its words, and how its language writes money and dates. */
export interface Localizer<Texts = FirstWords> {
  words: Texts
  lang: string
  say: (text: keyof Texts, values: Record<string, string>) => string
  money: (money: Money) => string
  /** Money with that sign, whatever its own is. */
  signed: (money: Money, sign: '+' | '−') => string
  /** Money without decimals if it has none: for thresholds, gifts and choices. */
  amount: (money: Money) => string
  percent: (percent: number) => string
  date: (iso: string) => string
  /** From one date to another, without saying the same month or year twice. */
  dates: (from: string, to: string) => string
  /** How many days there are until then, such as "in 3 days". */
  daysTo: (iso: string) => string
}

/** A part that the service did not give in time. */
export const renderLate = ({ words }: Localizer): TemplateResult => html`<p part="late" class="muted">${words.partLate}</p>`
