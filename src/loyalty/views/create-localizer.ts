import { fill } from '../../i18n/localize.ts'
import { decimals, formatMoney } from '../../money.ts'
import type { FirstWords, Localizer } from './localizer.ts'

/** A localizer with these words, in that language. */
export function createLocalizer<Texts extends object = FirstWords>(words: Texts, lang: string): Localizer<Texts> {
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })
  return {
    words,
    lang,
    say: (text, values) => fill(words[text] as string, values),
    money: (money) => formatMoney(money, lang),
    signed({ cents, currency }, sign) {
      const text = formatMoney({ cents: Math.abs(cents), currency }, lang)
      // From right to left, the currency keeps its side, and the sign stands before the digits, only if marks of direction surround both.
      return text.startsWith('\u200f')
        ? text.replace(/(\p{Nd}.*\p{Nd})/u, `\u200e${sign}$1\u200f`)
        : formatMoney({ cents: -Math.abs(cents), currency }, lang).replace(/[-−]/, sign)
    },
    amount(money) {
      const { cents, currency } = money
      const units = cents / 10 ** decimals(currency)
      // As in `formatMoney`, a sign at the end stays beside its letters.
      return units % 1
        ? formatMoney(money, lang)
        : new Intl.NumberFormat(lang, { style: 'currency', currency, maximumFractionDigits: 0 }).format(units).replace(/^\u200f.*/, '$&\u200e')
    },
    percent: (percent) => (percent / 100).toLocaleString(lang, { style: 'percent', maximumFractionDigits: 2 }),
    // Dates do not break over lines, except the long ones of Portuguese: before "de 2026". Text that is no date is shown unchanged.
    date: (iso) => (Date.parse(iso) ? days.format(new Date(iso)).replace(/ (?!de \d)/g, '\xa0') : iso),
    dates: (from, to) => days.formatRange(new Date(from), new Date(to)),
    daysTo: (iso) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(Math.ceil((Date.parse(iso) - Date.now()) / 864e5), 'day'),
  }
}
