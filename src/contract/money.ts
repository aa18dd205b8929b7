import type { Money } from './money.schema.ts'

export type { Money } from './money.schema.ts'

/** Decimal places of a currency, by ISO 4217 as the run-time knows it: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** Whether two amounts are the same money. */
export const sameMoney = (a: Money, b: Money) => a.cents === b.cents && a.currency === b.currency
