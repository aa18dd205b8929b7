import { createHash, randomUUID } from 'node:crypto'
import { findVariant, protectionProduct, type Variant } from './catalogue.ts'

/** Notes on a cart line, by their names. */
export type Properties = Record<string, string>

/** A variant in the cart, and how many of it. */
export interface CartLine {
  variant: Variant
  quantity: number
  /** What the line carries along; names that begin with `_` are not shown. */
  properties: Properties
}

/** What is asked of a cart is not possible; status and words are those of Shopify's Ajax cart. */
export class CartError extends Error {
  constructor(
    readonly status: 400 | 404 | 422,
    message: string,
    readonly description: string,
  ) {
    super(message)
  }
}

/** The most of one thing that the shop has at hand. */
const stock = 99

/** What one shopper is about to buy. */
export class Cart {
  readonly token = randomUUID()
  lines: CartLine[] = []
  note = ''
  attributes: Properties = {}

  /** Adds to the line that has the same variant and properties, or begins one. */
  add(id: number, quantity: number, properties: Properties = {}): CartLine {
    const variant = findVariant(id)
    if (!variant) throw new CartError(404, 'Cart Error', 'Cannot find variant')
    const fresh = { variant, quantity: 0, properties }
    const line = this.lines.find((each) => keyOf(each) === keyOf(fresh)) ?? fresh
    this.#hold(line, line.quantity + quantity)
    if (!this.lines.includes(line)) this.lines.unshift(line)
    return line
  }

  /** Sets one line, named by its key, by its variant's id or by its place counted from 1. Properties, where given, replace all it had. */
  change(name: { id?: string; line?: number }, quantity?: number, properties?: Properties) {
    const line = name.line === undefined ? this.#find(name.id) : this.lines[name.line - 1]
    if (!line) throw new CartError(400, 'Bad Request', 'no valid id or line parameter')
    this.#hold(line, quantity ?? line.quantity)
    if (properties) line.properties = properties
    this.lines = this.lines.filter((each) => each.quantity > 0)
  }

  /** Sets several lines; a variant that has none yet is added. */
  update(updates: [id: string, quantity: number][]) {
    for (const [id, quantity] of updates) {
      if (this.#find(id)) this.change({ id }, quantity)
      else if (quantity > 0) this.add(Number(id), quantity)
    }
  }

  /** Sets what is noted under these names; an empty text takes a note away. */
  attribute(attributes: Properties) {
    Object.assign(this.attributes, attributes)
    for (const [name, text] of Object.entries(attributes)) if (!text) delete this.attributes[name]
  }

  /** Takes all lines out; note and attributes stay. */
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

/** Names a line by what is in it, so that it changes when the properties do. */
export function keyOf({ variant, properties }: CartLine): string {
  const entries = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${variant.id}:${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 32)}`
}

/** What a line costs, all of its pieces together. */
export const linePrice = ({ variant, quantity }: CartLine) => variant.price * quantity

/** The property of a protection line that holds the quote which was agreed to. */
export const quoteProperty = '_protection_quote'

/** Whether a line is the protection of the others. */
export const isProtection = (line: CartLine) => line.variant.product_id === protectionProduct.product_id

/** What goes into a parcel. */
export const ships = (line: CartLine) => line.variant.requires_shipping

/** What lines cost together. */
export const sumOf = (lines: CartLine[]) => lines.reduce((sum, line) => sum + linePrice(line), 0)
