import type { LineItemDto } from '../../../proxy/upstream/protection.ts'
import { inWords } from './words.ts'

/** An order's prices, each by its path. */
type Told = readonly (readonly [path: string, price: unknown])[]

const prices = ['subtotal_price', 'total_discounts_price', 'total_shipping_price', 'total_tax_price', 'total_price', 'amount_insured']
const own = { order: prices, lines: ['unit_price', 'total_price', 'refunded_price'] }
const presentment = { order: prices.map((name) => `${name}_presentment`), lines: ['total_price_presentment', 'refunded_price_presentment'] }

/**
 * Says where an order's prices are in several currencies: they share that of the shop on creation and that of the customer
 * in an update, and presentment prices have one among themselves (section 2). Names the first that differs of each kind.
 */
export function mixedCurrencies(order: Readonly<Record<string, unknown>> & { line_items: readonly LineItemDto[] }): string[] {
  return [own, presentment].flatMap((names) =>
    firstThatDiffers([
      ...names.order.map((name) => [name, order[name]] as const),
      ...order.line_items.flatMap((line, index) => names.lines.map((name) => [`line_items.${index}.${name}`, line[name]] as const)),
    ]),
  )
}

function firstThatDiffers(told: Told): string[] {
  const known = told.flatMap(([path, price]) => (price === undefined ? [] : [{ path, currency: (price as { currency: string }).currency }]))
  const [first] = known
  const other = known.find(({ currency }) => currency !== first?.currency)
  return first && other ? [`${other.path}.currency is ${other.currency}, while ${spoken(first.path)} is in ${first.currency}`] : []
}

/** A field's path in the middle of a sentence. */
const spoken = (path: string) => inWords([path])[0]!.trim().toLowerCase()
