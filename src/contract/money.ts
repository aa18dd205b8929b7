import type { Money } from './money.schema.ts'

export type { Money } from './money.schema.ts'

/** Codes of the 16 currencies without decimal places, then of those with three. No other code occurs across the borders of two codes. */
const exceptions = 'BIFCLPDJFGNFISKJPYKMFKRWPYGRWFUGXVNDVUVXAFXOFXPFBHDIQDJODKWDLYDOMRTND'

/**
 * Decimal places of a currency by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. `Intl` gives the places that people write instead, which
 * differ between engines: none for HUF or COP, although one forint has 100 smallest units.
 */
export function decimals(currency: string): number {
  const at = exceptions.indexOf(currency)
  return at < 0 ? 2 : at < 48 ? 0 : 3
}

/** Whether two amounts are the same money. */
export const sameMoney = (a: Money, b: Money) => a.cents === b.cents && a.currency === b.currency
