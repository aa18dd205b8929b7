import type { Order } from '../order.ts'
import type { AppMetafields } from '../platform/admin-api.ts'
import { currency } from '../catalogue.ts'
import { toGid } from '../platform/money.ts'
import type { Visitor } from '../visitors.ts'
import { placements, readDeclaredKeys, readTexts, type PageName } from './extensions.ts'
import type { ExtensionPage } from './host/extension-page.ts'

/** What Shopify knows about the visitor of an order status page. Without either, it shows no extensions. */
export type AuthenticationState = 'fully_authenticated' | 'pre_authenticated'

/** A page that shows extensions. */
export interface Surface {
  page: PageName
  /** The order of the page, on pages about an order. */
  order?: Order | undefined
  state?: AuthenticationState | undefined
}

/** The addresses of the demo, and what the app has written at the platform. */
export interface SurfaceOptions {
  /** The address of the shop. */
  origin: string
  /** The address of the proxy, which merchants set in each block. */
  proxy: string
  /** The name of the shop on the platform. */
  shop: string
  metafields: AppMetafields
}

/** Makes what each extension of a page gets as the global `shopify`. */
export function createSurfaces({ origin, proxy, shop, metafields }: SurfaceOptions) {
  return ({ page, order, state }: Surface, visitor: Visitor): ExtensionPage[] =>
    placements[page].map(({ handle, target }) => {
      const { language, texts } = readTexts(handle, visitor.lang)
      const account = visitor.customer && { id: toGid('Customer', visitor.customer.id) }
      const common = {
        handle,
        target,
        script: `${origin}/shopify/extensions/${handle}.js`,
        language,
        texts,
        fixed: {
          extensionPoint: target,
          extension: { apiVersion: '2026-07', target, scriptUrl: `${origin}/shopify/extensions/${handle}.js` },
          version: '2026-07',
          shop: { id: toGid('Shop', '1'), name: 'Kiln & Paper', storefrontUrl: origin, myshopifyDomain: shop },
        },
        signals: { settings: settingsOf(handle, visitor, order) },
        groups: {
          localization: {
            language: { isoCode: visitor.lang },
            extensionLanguage: { isoCode: language },
            country: { isoCode: 'US' },
            currency: { isoCode: currency },
            timezone: 'America/New_York',
          },
        },
        offers: [] as ExtensionPage['offers'],
      }
      if (page === 'thank-you' && order)
        return {
          ...common,
          signals: {
            ...common.signals,
            orderConfirmation: { order: { id: toGid('OrderIdentity', order.id) }, number: confirmationNumberOf(order), isFirstOrder: true },
            checkoutToken: order.token,
            appMetafields: [],
            lines: linesOf(order),
          },
        }
      if (order)
        return {
          ...common,
          signals: {
            ...common.signals,
            order: {
              id: toGid('Order', order.id),
              name: order.number,
              confirmationNumber: confirmationNumberOf(order),
              processedAt: order.created_at.toISOString(),
            },
            checkoutToken: order.token,
            authenticationState: state,
            appMetafields: keyOf(handle, order),
            lines: linesOf(order),
          },
          groups: { ...common.groups, buyerIdentity: { customer: state === 'fully_authenticated' ? account : undefined } },
          offers: ['navigation', 'toast', 'requireLogin'],
        }
      return {
        ...common,
        groups: { ...common.groups, authenticatedAccount: { customer: account, purchasingCompany: undefined } },
        offers: ['navigation', 'toast'],
      }
    })

  /** The settings that the merchant gave a block. A block gets only those that its extension declares. */
  function settingsOf(handle: string, { publishes }: Visitor, order: Order | undefined) {
    const all: Record<string, unknown> = {
      proxy,
      tracking_url: `${origin}/track`,
      claim_url: `${origin}/help${order ? `?order=${order.number}` : ''}`,
      contact_url: `${origin}/help`,
      analytics: publishes ?? false,
    }
    return Object.fromEntries(readDeclaredKeys(handle).flatMap((key) => (key in all ? [[key, all[key]]] : [])))
  }

  /** The metafields that the extension declares and that exist. */
  function keyOf(handle: string, { id }: Order) {
    const value = metafields.read(id, 'order_key')
    if (value === undefined || !readDeclaredKeys(handle).includes('order_key')) return []
    const metafield = { namespace: '$app', key: 'order_key', value, valueType: 'string', type: 'single_line_text_field' }
    return [{ target: { type: 'order', id: toGid('Order', id) }, metafield }]
  }
}

/** The number that Shopify shows before an order has one of its own. */
export const confirmationNumberOf = ({ token }: Order) =>
  token
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 9)
    .toUpperCase()

const linesOf = ({ lines }: Order) =>
  lines.map(({ id, variant, quantity }) => ({
    id: toGid('CartLine', id),
    quantity,
    merchandise: {
      type: 'variant',
      id: toGid('ProductVariant', String(variant.id)),
      title: variant.title,
      requiresShipping: variant.requires_shipping,
      product: { id: toGid('Product', String(variant.product_id)), vendor: 'Kiln & Paper', productType: '' },
    },
    cost: { totalAmount: { amount: (variant.price * quantity) / 100, currencyCode: currency } },
    attributes: [],
  }))
