import type { Money } from './contract/money.schema.ts'

export type { Money } from './contract/money.schema.ts'

/** Decimal places of a currency, by ISO 4217 as the run-time knows it: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** Money as people of that language write it. */
export function formatMoney({ cents, currency }: Money, lang?: string): string {
  return new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 10 ** decimals(currency))
}

export const sameMoney = (a: Money, b: Money) => a.cents === b.cents && a.currency === b.currency
