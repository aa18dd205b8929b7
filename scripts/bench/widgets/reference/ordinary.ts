// The variant that checks the response with a schema, as is usual: the contract’s rules (src/contract/protection.schema.ts), in the smallest form
// of the library that this project uses.
import * as z from 'zod/mini'
import { OrdinaryToggle } from './toggle.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))
const money = z.object(
  {
    cents: z.int('needs a whole number of the smallest unit'),
    currency: z.string('needs a currency code such as "USD"').check(z.refine((code) => currencies.has(code), 'is no ISO 4217 currency code such as "USD"')),
  },
  { error: ({ input }) => (input === undefined ? 'is required' : 'needs cents and a currency') },
)
const quote = z.object({
  token: z.string(),
  price: money,
  amount: money,
  variant: z.optional(z.object({ id: z.union([z.int(), z.string()]), sku: z.optional(z.string()) })),
  expires_at: z.iso.datetime(),
})

OrdinaryToggle.readQuote = (body) => quote.parse(body)
customElements.define('ordinary-toggle', OrdinaryToggle)
