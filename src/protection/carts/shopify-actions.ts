import type { Quote } from '../../contract/protection.ts'
import type { CartContent, Change } from './cart.ts'
import { CartError } from './cart-error.ts'
import { propertiesOf, tokenProperty } from './shopify-map.ts'

/** A line as Shopify's standard actions take it: one with `id` is changed, one with `merchandiseId` is added. */
interface ActionLine {
  id?: string
  merchandiseId?: string
  quantity: number
  attributes?: { key: string; value: string }[]
}

/** A line in the answer of Shopify's standard actions. */
interface HeldLine {
  id: string
  quantity: number
  merchandise?: { id?: string }
  attributes?: { key: string; value?: string | null }[]
}

interface Update {
  (payload: { lines: ActionLine[] }, options: { signal: AbortSignal; event: { detail: { source: string } } }): Promise<{ userErrors?: unknown[] }>
  isDefault?(): boolean
}

/** Shopify's standard actions (https://shopify.dev/docs/api/storefront-events-and-actions/actions). */
export interface ShopifyActions {
  getCart?(): Promise<{ cart: { lines?: HeldLine[] | { nodes: HeldLine[] } } | null }>
  updateCart?: Update
}

const variantPrefix = 'gid://shopify/ProductVariant/'
const tailOf = (id: unknown) => String(id).split('/').at(-1)

/**
 * Lets the theme itself make and show the changes, if it has configured the action for that. The default action is not used, since it reloads
 * pages that it does not know. Returns whether the changes were made; rejects if the cart refuses them.
 */
export async function writeByAction(actions: ShopifyActions | undefined, { lines }: CartContent, changes: Change[], source: string): Promise<boolean> {
  const { getCart, updateCart } = actions ?? {}
  if (!getCart || !updateCart || updateCart.isDefault?.() !== false) return false
  const { cart } = await getCart()
  const themeLines = cart?.lines ?? []
  const unclaimed = [...('nodes' in themeLines ? themeLines.nodes : themeLines)]
  const payload: ActionLine[] = []
  for (const change of changes) {
    if ('add' in change) {
      payload.push(toLine(change.add))
      continue
    }
    // The action names lines in its own way; ours are known by what they are.
    const { token, variant, quantity } = lines.find(({ key }) => key === change.key)!
    const index = unclaimed.findIndex(
      (line) =>
        tailOf(line.merchandise?.id) === String(variant) &&
        line.quantity === quantity &&
        line.attributes?.find(({ key }) => key === tokenProperty)?.value == token,
    )
    const [line] = index < 0 ? [] : unclaimed.splice(index, 1)
    if (!line) return false
    payload.push({ id: line.id, quantity: change.quantity })
  }
  const { userErrors } = await updateCart({ lines: payload }, { signal: AbortSignal.timeout(10_000), event: { detail: { source } } })
  if (userErrors?.length) throw new CartError('The theme refused the change')
  return true
}

const toLine = (quote: Quote): ActionLine => ({
  merchandiseId: variantPrefix + tailOf(quote.variant?.id),
  quantity: 1,
  attributes: Object.entries(propertiesOf(quote)).map(([key, value]) => ({ key, value })),
})
