import type { FastifyInstance, FastifyReply } from 'fastify'
import { toAjaxCart, toAjaxLine } from '../ajax-cart.ts'
import { CartError, type Cart, type Properties } from '../cart.ts'
import type { Theme } from '../theme.ts'

type Fields = Record<string, unknown>

/** Registers the cart: as a page, through forms, and as Shopify’s Ajax cart. */
export function cartRoutes(app: FastifyInstance, theme: Theme) {
  app.get('/cart', (request, reply) => theme.pageOrSection(request, reply, 'cart'))

  app.get('/cart.js', ({ visitor }, reply) => answer(reply, toAjaxCart(visitor.cart)))

  // Shopify applies the code to the checkout, and goes on to the page in `redirect`. This demo only goes on.
  app.get('/discount/:code', (_, reply) => reply.redirect('/cart'))

  /** Registers an action of the Ajax cart, which also renders the requested sections. */
  const ajax = (path: string, act: (cart: Cart, body: Fields) => object) =>
    app.post<{ Body: Fields | null }>(path, (request, reply) =>
      attempt(reply, async () => {
        const { body, visitor } = request
        const result = act(visitor.cart, body ?? {})
        const ids = toSectionIds(body?.sections)
        return ids.length ? { ...result, sections: await theme.sections(request, ids) } : result
      }),
    )

  ajax('/cart/add.js', (cart, body) => {
    const added = Array.isArray(body.items) ? body.items.map((item: Fields | null) => addItem(cart, item ?? {})) : [addItem(cart, body)]
    cart.attribute(toProperties(body.attributes))
    return Array.isArray(body.items) ? { items: added.map(toAjaxLine) } : toAjaxLine(added[0]!)
  })
  ajax('/cart/change.js', changeLine)
  ajax('/cart/update.js', updateCart)
  ajax('/cart/clear.js', (cart) => {
    cart.clear()
    return toAjaxCart(cart)
  })

  // The actions of the theme’s forms without script.
  app.post<{ Body: Fields }>('/cart/add', ({ visitor: { cart }, body }, reply) => attempt(reply, () => addItem(cart, body), '/cart'))
  app.post<{ Body: Fields }>('/cart/change', ({ visitor: { cart }, body }, reply) => attempt(reply, () => changeLine(cart, body), '/cart'))
}

/** Sends the result of `act`, or redirects to the page `next`. A refusal of the cart is sent in the words of Shopify’s. */
async function attempt(reply: FastifyReply, act: () => unknown, next?: string) {
  try {
    const result = await act()
    return next === undefined ? answer(reply, result) : reply.redirect(next, 303)
  } catch (error) {
    if (!(error instanceof CartError)) throw error
    const { status, message, description } = error
    return answer(reply.code(status), { status, message, description })
  }
}

const answer = (reply: FastifyReply, body: unknown) =>
  reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store').send(JSON.stringify(body))

function addItem(cart: Cart, { id, quantity, properties }: Fields) {
  const variant = toCount(id)
  if (variant === undefined) throw new CartError(400, 'Parameter Missing or Invalid', 'Required parameter missing or invalid: items')
  const count = quantity === undefined ? 1 : toCount(quantity)
  if (!count) throw new CartError(422, 'Cart Error', 'Quantity must be 1 or more')
  return cart.add(variant, count, toProperties(properties))
}

function changeLine(cart: Cart, { id, line, quantity, properties }: Fields) {
  const name = { id: id === undefined ? undefined : String(id), line: line === undefined ? undefined : toCount(line) }
  if (quantity !== undefined && toCount(quantity) === undefined) throw new CartError(400, 'Bad Request', 'invalid quantity')
  cart.change(name, toCount(quantity), properties === undefined ? undefined : toProperties(properties))
  return toAjaxCart(cart)
}

function updateCart(cart: Cart, { updates = {}, note, attributes }: Fields) {
  // A list sets the lines in their order; a record names them.
  const names = Array.isArray(updates) ? toAjaxCart(cart).items.map(({ key }) => key) : Object.keys(updates as Fields)
  const wanted = Object.values(updates as Fields).map((quantity, index): [string, number] => {
    const count = toCount(quantity)
    if (count === undefined) throw new CartError(400, 'Bad Request', 'invalid quantity')
    return [names[index] ?? '', count]
  })
  cart.update(wanted)
  if (note !== undefined) cart.note = String(note)
  cart.attribute(toProperties(attributes))
  return toAjaxCart(cart)
}

/** Reads the requested sections, as a list or comma-separated: at most five (https://shopify.dev/docs/api/ajax/section-rendering). */
function toSectionIds(sections: unknown): string[] {
  const ids = Array.isArray(sections) ? sections.map(String) : typeof sections === 'string' ? sections.split(',') : []
  if (ids.length > 5) throw new CartError(400, 'Bad Request', 'too many sections')
  return ids
}

/** Reads a whole number that is not negative, sent as number or as text. */
const toCount = (value: unknown): number | undefined => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined)

const toProperties = (properties: unknown): Properties =>
  Object.fromEntries(Object.entries((properties as Fields | null | undefined) ?? {}).map(([name, value]) => [name, String(value)]))
