import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Cart, quoteProperty } from '../cart.ts'
import { products } from '../catalogue.ts'
import { cartRoutes } from '../routes/cart.ts'
import type { Theme } from '../theme.ts'
import type { Visitor } from '../visitors.ts'
import type { PreviewState } from './protection-states.ts'

interface Quote {
  token: string
  price: { cents: number }
  amount: { cents: number; currency: string }
  variant: { id: number }
  expires_at: string
}

/** The carts of the preview: one for each visitor and state, separate from the visitor’s real cart. */
export class PreviewCarts {
  #carts = new WeakMap<Visitor, Map<string, Cart>>()

  constructor(
    private proxy: string,
    private origin: string,
  ) {}

  /** Returns the visitor’s cart for that state. */
  of(visitor: Visitor, name: string): Cart {
    return this.#carts.get(visitor)?.get(name) ?? new Cart()
  }

  /** Makes a cart with the state’s goods and, for a protected state, with the line that the widget would have added. */
  async prepare(visitor: Visitor, { name, goods, protected: isProtected }: PreviewState) {
    const cart = new Cart()
    for (const [place, quantity] of Object.entries(goods)) cart.add(products[Number(place)]!.id, quantity)
    if (isProtected) {
      const cents = cart.lines.reduce((sum, { variant, quantity }) => sum + variant.price * quantity, 0)
      const answer = await fetch(`${this.proxy}/v1/protection/quotes?cents=${cents}&currency=USD`, { headers: { Origin: this.origin } })
      const { token, price, amount, variant, expires_at } = (await answer.json()) as Quote
      const terms = [amount.cents, amount.currency, expires_at, price.cents].join(' ')
      cart.add(variant.id, 1, { [quoteProperty]: token, _protection_terms: terms })
    }
    if (!this.#carts.has(visitor)) this.#carts.set(visitor, new Map())
    this.#carts.get(visitor)!.set(name, cart)
  }

  /** Registers the Ajax cart of each state, under its own address. */
  async routes(app: FastifyInstance, theme: Theme) {
    const swap = async (request: FastifyRequest) => {
      const { name = '' } = request.params as { name?: string }
      request.visitor = { ...request.visitor, cart: this.of(request.visitor, name) }
    }
    await app.register(
      async (scope) => {
        scope.addHook('preHandler', swap)
        cartRoutes(scope, theme)
      },
      { prefix: '/preview/protection/:name/shop' },
    )
  }
}
