import { createHash, randomUUID } from 'node:crypto'
import { findVariant, protectionProduct, type Variant } from './catalogue.ts'

/** Properties of a cart line, by their names. */
export type Properties = Record<string, string>

/** A variant in the cart, with its quantity. */
export interface CartLine {
  variant: Variant
  quantity: number
  /** The properties of the line; names that begin with `_` are not shown. */
  properties: Properties
}

/** A request to the cart that is not possible. Status and words are those of Shopify’s Ajax cart. */
export class CartError extends Error {
  constructor(
    readonly status: 400 | 404 | 422,
    message: string,
    readonly description: string,
  ) {
    super(message)
  }
}

/** The largest quantity of a line. */
const stock = 99

/** The cart of one shopper. */
export class Cart {
  readonly token = randomUUID()
  lines: CartLine[] = []
  note = ''
  attributes: Properties = {}

  /** Adds to the line with the same variant and properties, or adds a new line. */
  add(id: number, quantity: number, properties: Properties = {}): CartLine {
    const variant = findVariant(id)
    if (!variant) throw new CartError(404, 'Cart Error', 'Cannot find variant')
    const fresh = { variant, quantity: 0, properties }
    const line = this.lines.find((each) => keyOf(each) === keyOf(fresh)) ?? fresh
    this.#hold(line, line.quantity + quantity)
    if (!this.lines.includes(line)) this.lines.unshift(line)
    return line
  }

  /** Changes one line, named by its key, by its variant’s id or by its place counted from 1. New properties replace all former ones. */
  change(name: { id?: string; line?: number }, quantity?: number, properties?: Properties) {
    const line = name.line === undefined ? this.#find(name.id) : this.lines[name.line - 1]
    if (!line) throw new CartError(400, 'Bad Request', 'no valid id or line parameter')
    this.#hold(line, quantity ?? line.quantity)
    if (properties) line.properties = properties
    this.lines = this.lines.filter((each) => each.quantity > 0)
  }

  /** Sets the quantities of several lines. A variant without a line is added. */
  update(updates: [id: string, quantity: number][]) {
    for (const [id, quantity] of updates) {
      if (this.#find(id)) this.change({ id }, quantity)
      else if (quantity > 0) this.add(Number(id), quantity)
    }
  }

  /** Sets attributes by their names; an empty text removes an attribute. */
  attribute(attributes: Properties) {
    Object.assign(this.attributes, attributes)
    for (const [name, text] of Object.entries(attributes)) if (!text) delete this.attributes[name]
  }

  /** Removes all lines. Note and attributes stay. */
  clear() {
    this.lines = []
  }

  #find(id: string | undefined) {
    return this.lines.find((line) => keyOf(line) === id) ?? this.lines.find((line) => String(line.variant.id) === id)
  }

  #hold(line: CartLine, quantity: number) {
    if (quantity > stock) throw new CartError(422, 'Cart Error', `You can only add ${stock} of ${line.variant.title} to the cart.`)
    line.quantity = quantity
  }
}

/** Returns the key of a line, made from its content. The key changes when the properties change. */
export function keyOf({ variant, properties }: CartLine): string {
  const entries = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${variant.id}:${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 32)}`
}

/** Returns the price of a line for its whole quantity. */
export const linePrice = ({ variant, quantity }: CartLine) => variant.price * quantity

/** The property of a protection line that holds the agreed quote. */
export const quoteProperty = '_protection_quote'

/** Returns whether a line is the protection of the others. */
export const isProtection = (line: CartLine) => line.variant.product_id === protectionProduct.product_id

/** Returns whether a line is shipped. */
export const ships = (line: CartLine) => line.variant.requires_shipping

/** Returns the total price of lines. */
export const sumOf = (lines: CartLine[]) => lines.reduce((sum, line) => sum + linePrice(line), 0)
