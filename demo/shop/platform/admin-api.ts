import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { toGid } from './money.ts'

/** The app of the shop’s owner. */
export interface ShopifyApp {
  clientId: string
  secret: string
}

interface AdminRequest {
  query: string
  variables: { metafields?: { ownerId: string; namespace: string; key: string; value?: string }[] }
}

/** The scopes that the app requests, and that the shop’s owner has granted. */
const [, scopes = ''] = /^scopes = "(.*)"$/m.exec(readFileSync(new URL('../../../shops/shopify/shopify.app.toml', import.meta.url), 'utf8')) ?? []

/** Seconds that a token lives. */
const lifetime = 86_399

/** Metafields of orders that belong to the app: only its extensions read them. */
export class AppMetafields {
  #values = new Map<string, string>()

  /** The value at the order with that id. */
  read = (order: string, key: string) => this.#values.get(`${toGid('Order', order)} ${key}`)

  set(owner: string, key: string, value: string) {
    this.#values.set(`${owner} ${key}`, value)
  }

  delete = (owner: string, key: string) => this.#values.delete(`${owner} ${key}`)
}

/**
 * Imitates the part of Shopify’s Admin API that the demo’s proxy uses: tokens by client credentials, the key in an order, and the questions of
 * `storefront-proxy doctor`. Refunds and new orders are requested at `/platform` instead.
 */
export function adminApiRoutes(app: FastifyInstance, metafields: AppMetafields, { clientId, secret }: ShopifyApp) {
  const tokens = new Set<string>()

  app.post<{ Body: Record<string, string> }>('/admin/oauth/access_token', async ({ body }, reply) => {
    const { grant_type, client_id, client_secret } = body
    if (grant_type !== 'client_credentials' || client_id !== clientId || client_secret !== secret) return reply.code(400).send({ error: 'invalid_client' })
    const access_token = `shpat_${randomUUID()}`
    tokens.add(access_token)
    return { access_token, scope: scopes, expires_in: lifetime }
  })

  app.post<{ Body: AdminRequest }>('/admin/api/2026-07/graphql.json', async ({ headers, body: { query, variables } }, reply) => {
    if (!tokens.has(String(headers['x-shopify-access-token']))) return reply.code(401).send({ errors: '[API] Invalid API key or access token' })
    const [field] = variables.metafields ?? []
    if (/metafieldsSet/.test(query) && field) {
      if (field.namespace !== '$app') return { data: { metafieldsSet: { userErrors: [{ message: 'Namespace is not allowed' }] } } }
      metafields.set(field.ownerId, field.key, field.value ?? '')
      return { data: { metafieldsSet: { metafields: [{ id: toGid('Metafield', '1') }], userErrors: [] } } }
    }
    if (/metafieldsDelete/.test(query) && field) {
      const { key } = field
      return { data: { metafieldsDelete: { deletedMetafields: [metafields.delete(field.ownerId, key) ? { key } : null], userErrors: [] } } }
    }
    if (/accessScopes/.test(query))
      return { data: { shop: { name: 'Kiln & Paper' }, currentAppInstallation: { accessScopes: scopes.split(',').map((handle) => ({ handle })) } } }
    if (/customerAccountsV2/.test(query)) return { data: { shop: { customerAccountsV2: { customerAccountsVersion: 'NEW_CUSTOMER_ACCOUNTS' } } } }
    if (/checkoutProfiles/.test(query)) return { data: { checkoutProfiles: { nodes: [{ typOspPagesActive: true }] } } }
    if (/webhookSubscriptions/.test(query)) return { data: { webhookSubscriptions: { nodes: [] } } }
    return { errors: [{ message: 'The demo does not know this query.' }] }
  })
}
