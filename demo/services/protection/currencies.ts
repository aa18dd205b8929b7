import type { LineItemDto } from '../../../proxy/upstream/protection.ts'
import { inWords } from './words.ts'

/** The prices of an order, each by its path. */
type Prices = readonly (readonly [path: string, price: unknown])[]

const prices = ['subtotal_price', 'total_discounts_price', 'total_shipping_price', 'total_tax_price', 'total_price', 'amount_insured']
const own = { order: prices, lines: ['unit_price', 'total_price', 'refunded_price'] }
const presentment = { order: prices.map((name) => `${name}_presentment`), lines: ['total_price_presentment', 'refunded_price_presentment'] }

type Priced = Readonly<Record<string, unknown>> & { line_items: readonly LineItemDto[] }

/**
 * Returns faults if the prices of a new order mix currencies: prices share the currency of the shop, and presentment prices share one
 * currency (section 2). Names the first price that differs of each kind.
 */
export const mixedCurrencies = (order: Priced): string[] =>
  [own, presentment].flatMap((names) => firstThatDiffers([...ofOrder(order, names), ...ofLines(order, names)]))

/** Does the same for an update: its totals may be in the customer’s currency, while its lines stay in the order’s (A104). */
export const mixedCurrenciesOfUpdate = (order: Priced): string[] => [
  ...firstThatDiffers(ofOrder(order, own)),
  ...firstThatDiffers(ofLines(order, own)),
  ...firstThatDiffers([...ofOrder(order, presentment), ...ofLines(order, presentment)]),
]

/** Returns the currency of an order’s lines. */
export const lineCurrency = ({ line_items, total_price }: { line_items: readonly LineItemDto[]; total_price: LineItemDto['total_price'] }) =>
  line_items[0]?.total_price.currency ?? total_price.currency

type Names = typeof own

const ofOrder = (order: Priced, names: Names): Prices => names.order.map((name) => [name, order[name]] as const)

const ofLines = ({ line_items }: Priced, names: Names): Prices =>
  line_items.flatMap((line, index) => names.lines.map((name) => [`line_items.${index}.${name}`, line[name]] as const))

function firstThatDiffers(prices: Prices): string[] {
  const known = prices.flatMap(([path, price]) => (price === undefined ? [] : [{ path, currency: (price as { currency: string }).currency }]))
  const [first] = known
  const other = known.find(({ currency }) => currency !== first?.currency)
  return first && other ? [`${other.path}.currency is ${other.currency}, while ${spoken(first.path)} is in ${first.currency}`] : []
}

/** Writes a field’s path for the middle of a sentence. */
const spoken = (path: string) => inWords([path])[0]!.trim().toLowerCase()
