import { z } from 'zod'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217 code in upper case that this runtime knows. */
export const currencySchema = z
  .string('needs a currency code such as "USD"')
  .refine((code) => currencies.has(code), 'is no ISO 4217 currency code such as "USD"')

/** An amount of money in the smallest unit of its currency: 1234 is 12.34 USD, 1234 JPY or 1.234 KWD. */
export const moneySchema = z.object(
  {
    cents: z.int('needs a whole number of the smallest unit'),
    currency: currencySchema,
  },
  { error: ({ input }) => (input === undefined ? 'is required' : 'needs cents and a currency') },
)

/** An amount of at least one smallest unit, and at most what a cart or balance can have. */
export const positiveMoneySchema = moneySchema.extend({
  cents: z.int('needs a whole number of the smallest unit').min(1, 'needs to be 1 or more').max(1_000_000_000_000, 'is larger than any amount here'),
})

/** An integer in the smallest unit of a currency. */
export type Money = z.infer<typeof moneySchema>
