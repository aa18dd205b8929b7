import type { Cart, CartContent, Change, CartHints } from './cart.ts'
import { CartError } from './cart-error.ts'
import { idsOf, replaceSections, sectionsOf } from './shopify-theme.ts'
import { writeByAction, type ShopifyActions } from './shopify-actions.ts'
import { propertiesOf, toContent, tokenProperty, type ShopifyCart } from './shopify-map.ts'

/** What themes of the Dawn family put on the page, and what every Shopify page has. */
interface ShopifyWindow {
  Shopify?: { routes?: { root?: string }; actions?: ShopifyActions }
  publish?(name: string, event: { source: string; cartData: ShopifyCart }): unknown
  subscribe?(name: string, heard: (event?: { source?: string }) => void): unknown
}

/** Marks our own changes: part of the addresses of our requests, and of our events to the theme. */
const source = 'storefront-protection'

/**
 * The cart's attribute that has the token, too, should the line lose its properties. A name that begins with "__" is private: neither
 * themes nor scripts can read it, and it arrives with the order (https://shopify.dev/docs/api/ajax/reference/cart).
 */
const noteName = `_${tokenProperty}`

const theme = () => window as ShopifyWindow

/** Shopify's cart, and any that speaks like its Ajax cart. */
export function createShopifyCart(): Cart {
  /** Whether the note with the token may stand in the cart. */
  let noted = false

  const note = (token: string | undefined) => ({ attributes: { [noteName]: token ?? '' } })

  async function read(hints: CartHints): Promise<CartContent> {
    const content = toContent(await ask('cart.js'), hints)
    // Other code that removed our line does not know the note. Without the line, the note has no effect on an order.
    if (noted && !content.lines.length) await ask('cart/update.js', note(undefined)).catch(() => {})
    noted = content.lines.length > 0
    return content
  }

  return {
    read,

    async write(content, changes, hints) {
      const token = tokenAfter(content, changes)
      noted = true
      if (await writeByAction(theme().Shopify?.actions, content, changes, source)) {
        await ask('cart/update.js', note(token)).catch(() => {})
        return read(hints)
      }
      const sections = sectionsOf(document, !!theme().publish)
      const ids = idsOf(sections)
      // The body contains no arrays: old libraries give arrays a `toJSON` that turns them into text.
      const rendering = ids.length ? { sections: ids.join(), sections_url: location.pathname } : {}
      const updates = changes.flatMap((change) => ('add' in change ? [] : [[change.key, change.quantity] as const]))
      const [item] = changes.flatMap((change) => ('add' in change ? [{ id: change.add.variant?.id, quantity: 1, properties: propertiesOf(change.add) }] : []))
      let rendered: ShopifyCart['sections']
      let cart: ShopifyCart
      try {
        if (updates.length) {
          const update = { updates: Object.fromEntries(updates), ...(item ? {} : { ...note(token), ...rendering }) }
          // A line that is gone cannot be removed; the cart is read afterwards anyway.
          rendered = (await ask('cart/update.js', update).catch(ignoreRefusal))?.sections
        }
        if (item) rendered = (await ask('cart/add.js', { ...item, ...note(token), ...rendering })).sections
      } finally {
        // Even if only the first of two changes was made, the page shows the result.
        cart = await ask('cart.js')
        theme().publish?.('cart-update', { source, cartData: cart })
        if (rendered) replaceSections(sections, rendered)
        document.dispatchEvent(new CustomEvent('storefront-cart-written', { detail: { cart } }))
      }
      noted = token !== undefined
      return toContent(cart, hints)
    },

    watch(changed) {
      const listen = () => theme().subscribe?.('cart-update', (event) => event?.source === source || changed())
      // The theme's own script may come after this one.
      if (theme().subscribe || document.readyState === 'complete') listen()
      else window.addEventListener('load', listen)
      // Standard events come before the change and on failures too; their promise settles when the change is over.
      for (const what of ['lines', 'discount', 'attributes'])
        document.addEventListener(`shopify:cart:${what}-update`, (event) => {
          const { promise, detail } = event as Event & { promise?: unknown; detail?: { source?: string } | null }
          if (detail?.source !== source) void Promise.resolve(promise).then(changed, changed)
        })
    },
  }
}

async function ask(path: string, body?: unknown): Promise<ShopifyCart> {
  const answer = await fetch(`${theme().Shopify?.routes?.root ?? '/'}${path}${body ? `?${source}` : ''}`, {
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new CartError(`${path} answered ${answer.status}`, answer.status)
  return answer.json() as Promise<ShopifyCart>
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof CartError && error.status < 500)) throw error
}

/** The token that the cart carries once these changes are made, if any. */
const tokenAfter = ({ lines }: CartContent, changes: Change[]): string | undefined => {
  const added = changes.flatMap((change) => ('add' in change ? [change.add.token] : []))
  const gone = new Set(changes.flatMap((change) => ('key' in change && change.quantity === 0 ? [change.key] : [])))
  return added[0] ?? lines.find(({ key }) => !gone.has(key))?.token
}
