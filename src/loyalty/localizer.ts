import { html, type TemplateResult } from 'lit'
import type { messages as en } from '../i18n/english/loyalty.ts'
import { decimals, formatMoney, type Money } from '../money.ts'
import { fill, type FirstMessages } from '../i18n/localize.ts'

type FirstWords = FirstMessages<typeof en, 'loyalty'>

/** How one element speaks: its words, and how its language writes money and dates. */
export interface Localizer<Texts = FirstWords> {
  words: Texts
  lang: string
  say: (text: keyof Texts, values: Record<string, string>) => string
  money: (money: Money) => string
  /** Money without decimals if it has none: for thresholds, gifts and choices. */
  amount: (money: Money) => string
  percent: (percent: number) => string
  date: (iso: string) => string
  /** From one date to another, without saying the same month or year twice. */
  dates: (from: string, to: string) => string
  /** How many days there are until then, such as "in 3 days". */
  daysTo: (iso: string) => string
}

/** A localizer with these words, in that language. */
export function createLocalizer<Texts extends object = FirstWords>(words: Texts, lang: string): Localizer<Texts> {
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })
  return {
    words,
    lang,
    say: (text, values) => fill(words[text] as string, values),
    money: (money) => formatMoney(money, lang),
    amount(money) {
      const { cents, currency } = money
      const units = cents / 10 ** decimals(currency)
      // As in `formatMoney`, a sign at the end stays beside its letters.
      return units % 1
        ? formatMoney(money, lang)
        : new Intl.NumberFormat(lang, { style: 'currency', currency, maximumFractionDigits: 0 }).format(units).replace(/^\u200f.*/, '$&\u200e')
    },
    percent: (percent) => (percent / 100).toLocaleString(lang, { style: 'percent', maximumFractionDigits: 2 }),
    // In one line each; what is no date is shown as it came.
    date: (iso) => (Date.parse(iso) ? days.format(new Date(iso)).replace(/ /g, '\xa0') : iso),
    dates: (from, to) => days.formatRange(new Date(from), new Date(to)),
    daysTo: (iso) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(Math.ceil((Date.parse(iso) - Date.now()) / 864e5), 'day'),
  }
}

/** A part that the service did not give in time. */
export const renderLate = ({ words }: Localizer): TemplateResult => html`<p part="late" class="quiet">${words.partLate}</p>`

/** What stands in the place of a part that was late and is empty: the same box, so that nothing below it moves. */
export const renderEmpty = ({ words }: Localizer): TemplateResult => html`<p part="late" class="quiet">${words.nothingNow}</p>`
