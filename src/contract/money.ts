import type { Money } from './money.schema.ts'

export type { Money } from './money.schema.ts'

/** Codes of the currencies with no decimal places, 16 of them, and then of those with three; no other code hides across their borders. */
const exceptions = 'BIFCLPDJFGNFISKJPYKMFKRWPYGRWFUGXVNDVUVXAFXOFXPFBHDIQDJODKWDLYDOMRTND'

/**
 * Decimal places of a currency that people pay in, by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. Not asked of `Intl`, which answers
 * what people write and differs from one engine to the next: none for HUF or COP, of which a hundred smallest units make one.
 */
export function decimals(currency: string): number {
  const at = exceptions.indexOf(currency)
  return at < 0 ? 2 : at < 48 ? 0 : 3
}

/** Whether two amounts are the same money. */
export const sameMoney = (a: Money, b: Money) => a.cents === b.cents && a.currency === b.currency
