import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { neededScopes } from '../../proxy/shop-admin/shopify/scopes.ts'

/** A line of an order of the shop. */
export interface AdminLine {
  id: string
  title: string
  variant: string | null
  price: string
  image: string | null
}

/** A refund that was made. */
export interface AdminRefund {
  id: string
  note: string
  currency: string
  transactions: { gateway: string; amount: string; kind: string; parentId: string }[]
  refundLineItems: { lineItemId: string; quantity: number; restockType: string }[]
}

/** An order of the shop, with the fields that the proxy requests. */
export interface AdminOrder {
  id: string
  name: string
  customer: string | null
  currency: string
  /** The amount that each payment can still refund, by gateway. */
  payments: Record<string, string>
  lines: AdminLine[]
  refunds: AdminRefund[]
  updatedAt: string
}

/** A draft of an order. */
interface Draft {
  input: Record<string, unknown>
  order: string | null
}

/** What happens to a mutation instead of its effect, or to its answer. */
export type AdminTrouble = 'none' | 'throttled' | '429' | 'drop before' | 'drop after' | { userErrors: string[] } | { errors: string[] }

/** The token without an end that the Admin API accepts. */
export const adminToken = 'shpat_worthless_and_public'

/** The app that gets tokens of 24 hours by its client credentials. */
export const adminApp = { clientId: 'b1c0ffee0000000000000000000000aa', clientSecret: 'shpss_worthless_and_public' }

/** How the platform answers a request for a token: with one, for another organisation's app, or not at all. */
export type GrantTrouble = 'none' | 'shop_not_permitted' | '500' | 'repeats the secret'

type Variables = Record<string, never> & { id: string; key: string; lines: string[]; input: Record<string, unknown>; metafields: object[] }

/**
 * Starts the part of Shopify's Admin API that the proxy uses, by the rules of its documentation: a refund needs its directive, a key makes
 * one refund, no payment refunds more than it received, a draft becomes one order, credits accept no key. Each answer comes `delay` milliseconds after
 * its effect.
 */
export async function startAdminApi({ delay = () => 0 }: { delay?: () => number } = {}) {
  const orders = new Map<string, AdminOrder>()
  const drafts = new Map<string, Draft>()
  /** Credits by customer, oldest first. */
  const credits = new Map<string, { id: string; amount: string; currencyCode: string }[]>()
  const byKey = new Map<string, { variables: string; id: string }>()
  const asked: { query: string; variables: Variables; token: string | undefined }[] = []
  const troubles = new Map<string, AdminTrouble[]>()
  let numbers = 5_000_000_000_000_000_000n
  /** The granted tokens that have not ended. */
  const tokens = new Set<string>()
  /** The metafields of orders that belong to the app, by the id of the order. `writes`: every value that was written, in order. */
  const orderKeys = new Map<string, string>()
  const writes: { order: string; value: string }[] = []
  const grants = { count: 0, trouble: 'none' as GrantTrouble, lifetime: 86_399, scope: Object.keys(neededScopes).join(',') }

  const next = () => String((numbers += 1n))
  const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`
  const numberOf = (id: string) => id.split('/').at(-1)!
  const orderOf = (id: string) => orders.get(numberOf(id))
  const money = (amount: string, currencyCode: string) => ({ presentmentMoney: { amount, currencyCode }, shopMoney: { amount, currencyCode } })
  const fail = (...messages: string[]) => ({ userErrors: messages.map((message) => ({ field: null, message })) })

  const mutations: Record<string, (variables: Variables, query: string) => Record<string, unknown>> = {
    refundCreate({ input, key }, query) {
      if (!/refundCreate\(input: \$input\) @idempotent\(key: \$key\)/.test(query)) throw new Error('The @idempotent directive is required for this mutation.')
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) throw new Error('The key is not a UUID.')
      const before = byKey.get(key)
      if (before && before.variables !== JSON.stringify(input))
        return { refund: null, ...fail('The same idempotency key cannot be used with different operation parameters.') }
      if (before) return { refund: { id: before.id }, userErrors: [] }
      const order = orderOf(input.orderId as string)
      if (!order) return { refund: null, ...fail('Order does not exist') }
      const refund = { id: gid('Refund', next()), ...input } as unknown as AdminRefund
      for (const { gateway, amount } of refund.transactions) {
        const left = Math.round(Number(order.payments[gateway]) * 100) - Math.round(Number(amount) * 100)
        if (!(left >= 0)) return { refund: null, ...fail('Transactions amount exceeds what can be refunded') }
        order.payments[gateway] = (left / 100).toFixed(2)
      }
      order.refunds.push(refund)
      byKey.set(key, { variables: JSON.stringify(input), id: refund.id })
      return { refund: { id: refund.id }, userErrors: [] }
    },
    draftOrderCreate({ input }) {
      const id = gid('DraftOrder', next())
      drafts.set(id, { input, order: null })
      return { draftOrder: { id }, userErrors: [] }
    },
    draftOrderComplete({ id }) {
      const draft = drafts.get(id)
      if (!draft || draft.order !== null) return { draftOrder: null, ...fail('This order has been paid') }
      const order = next()
      draft.order = order
      orders.set(order, {
        id: order,
        name: `#R${order.slice(-4)}`,
        customer: null,
        currency: 'USD',
        payments: {},
        lines: [],
        refunds: [],
        updatedAt: new Date().toISOString(),
      })
      return { draftOrder: { order: { id: gid('Order', order) } }, userErrors: [] }
    },
    metafieldsSet({ metafields }) {
      const [{ ownerId, namespace, key, type, value }] = metafields as [Record<string, string>]
      if (namespace !== '$app' || key !== 'order_key' || type !== 'single_line_text_field') return { metafields: null, ...fail('Namespace is not allowed') }
      const order = numberOf(ownerId!)
      if (!orders.has(order)) return { metafields: null, ...fail('Owner does not exist') }
      orderKeys.set(order, value!)
      writes.push({ order, value: value! })
      return { metafields: [{ id: gid('Metafield', next()) }], userErrors: [] }
    },
    metafieldsDelete({ metafields }) {
      const [{ ownerId, key }] = metafields as [Record<string, string>]
      const isThere = orderKeys.delete(numberOf(ownerId!))
      return { deletedMetafields: [isThere ? { key } : null], userErrors: [] }
    },
    storeCreditAccountCredit({ id, input }) {
      const { amount, currencyCode } = input.creditAmount as { amount: string; currencyCode: string }
      const credit = { id: gid('StoreCreditAccountCreditTransaction', next()), amount: String(Number(amount)), currencyCode }
      credits.set(id, [...(credits.get(id) ?? []), credit])
      return { storeCreditAccountTransaction: { id: credit.id }, userErrors: [] }
    },
  }

  /** What the shop is set up as, for `doctor`. */
  const shop = {
    accounts: 'NEW_CUSTOMER_ACCOUNTS',
    pagesActive: true as boolean | 'forbidden',
    subscriptions: [] as { topic: string; uri: string }[],
  }

  const queries: [fits: RegExp, answer: (variables: Variables) => Record<string, unknown>][] = [
    [
      /accessScopes/,
      () => ({ shop: { name: 'Kiln & Paper' }, currentAppInstallation: { accessScopes: grants.scope.split(',').map((handle) => ({ handle })) } }),
    ],
    [/customerAccountsV2/, () => ({ shop: { customerAccountsV2: { customerAccountsVersion: shop.accounts } } })],
    [/webhookSubscriptions/, () => ({ webhookSubscriptions: { nodes: shop.subscriptions } })],
    [
      /checkoutProfiles/,
      () => {
        if (shop.pagesActive === 'forbidden') throw new Error('Access denied for checkoutProfiles field.')
        return { checkoutProfiles: { nodes: [{ typOspPagesActive: shop.pagesActive }] } }
      },
    ],
    [
      /suggestedRefund/,
      ({ id }) => {
        const order = orderOf(id)
        const suggestedTransactions = Object.entries(order?.payments ?? {}).map(([gateway, amount]) => ({
          gateway,
          parentTransaction: { id: gid('OrderTransaction', gateway.length.toString()) },
          maximumRefundableSet: money(amount, order!.currency),
        }))
        const { refunds = [], currency = 'USD' } = order ?? {}
        return {
          order: order
            ? {
                currencyCode: 'USD',
                presentmentCurrencyCode: currency,
                refunds: refunds.map((one) => ({ id: one.id, note: one.note })),
                suggestedRefund: { suggestedTransactions },
              }
            : null,
        }
      },
    ],
    [
      /draftOrder\(id/,
      ({ id }) => ({ draftOrder: drafts.has(id) ? { order: drafts.get(id)!.order === null ? null : { id: gid('Order', drafts.get(id)!.order!) } } : null }),
    ],
    [
      /storeCreditAccounts/,
      ({ id }) => {
        const order = orderOf(id)
        const all = [...(credits.get(gid('Customer', order?.customer ?? '')) ?? [])].reverse()
        const nodes = all.map(({ id: credit, ...amount }) => ({ __typename: 'StoreCreditAccountCreditTransaction', id: credit, amount }))
        const accounts = nodes.length > 0 ? [{ balance: { currencyCode: 'USD' }, transactions: { nodes } }] : []
        return {
          order: order
            ? { customer: order.customer === null ? null : { id: gid('Customer', order.customer), storeCreditAccounts: { nodes: accounts } } }
            : null,
        }
      },
    ],
    [
      /shippingAddress/,
      ({ id, lines }) => {
        const order = orderOf(id)
        const address = {
          firstName: 'Mira',
          lastName: 'Okafor',
          company: null,
          address1: '2210 SE Clay Street',
          address2: null,
          city: 'Portland',
          provinceCode: 'OR',
          zip: '97214',
          countryCodeV2: 'US',
          phone: null,
        }
        const nodes = lines.map((line) => {
          const found = order?.lines.find((one) => one.id === numberOf(line))
          return found
            ? {
                id: line,
                title: found.title,
                requiresShipping: true,
                variant: found.variant === null ? null : { id: found.variant },
                originalUnitPriceSet: money(found.price, order!.currency),
              }
            : null
        })
        return {
          order: order
            ? {
                email: 'mira@example.com',
                presentmentCurrencyCode: order.currency,
                customer: order.customer === null ? null : { id: gid('Customer', order.customer) },
                shippingAddress: address,
              }
            : null,
          nodes,
        }
      },
    ],
    [
      /image/,
      ({ id }) => {
        const nodes = orderOf(id)?.lines.map((line) => ({ id: gid('LineItem', line.id), image: line.image === null ? null : { url: line.image } }))
        return { order: nodes ? { lineItems: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } : null }
      },
    ],
  ]

  function answer(query: string, variables: Variables): { status?: number; headers?: Record<string, string>; body: unknown } | 'drop' {
    const name = Object.keys(mutations).find((one) => query.includes(`${one}(`))
    if (name === undefined) {
      try {
        return { body: { data: queries.find(([fits]) => fits.test(query))?.[1](variables) ?? null } }
      } catch (error) {
        return { body: { errors: [{ message: (error as Error).message, extensions: { code: 'ACCESS_DENIED' } }] } }
      }
    }
    const about = JSON.stringify([variables, drafts.get(variables.id)?.input])
    const trouble = [...troubles].find(([mark]) => about.includes(mark))?.[1].shift()
    if (trouble === '429') return { status: 429, headers: { 'Retry-After': '1.0' }, body: { errors: 'Exceeded 2 calls per second' } }
    if (trouble === 'drop before') return 'drop'
    if (trouble === 'throttled') {
      const cost = { requestedQueryCost: 60, throttleStatus: { currentlyAvailable: 10, restoreRate: 50 } }
      return { body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost } } }
    }
    if (typeof trouble === 'object' && 'errors' in trouble) return { body: { errors: trouble.errors.map((message) => ({ message })) } }
    if (typeof trouble === 'object') return { body: { data: { [name]: { refund: null, draftOrder: null, ...fail(...trouble.userErrors) } } } }
    try {
      const body = { data: { [name]: mutations[name]!(variables, query) } }
      return trouble === 'drop after' ? 'drop' : { body }
    } catch (error) {
      return { body: { errors: [{ message: (error as Error).message }] } }
    }
  }

  /** An order in the form of webhooks. Its id keeps all digits, which a number in JavaScript cannot hold. */
  const payloadOf = ({ id, name, updatedAt }: AdminOrder) =>
    `{"id":${id},"name":${JSON.stringify(name)},"updated_at":"${updatedAt}","created_at":"${updatedAt}"}`
  function read(url: URL): { status: number; text: string } {
    const [, id] = /orders\/(\d+)\.json$/.exec(url.pathname) ?? []
    if (id) return orders.has(id) ? { status: 200, text: `{"order":${payloadOf(orders.get(id)!)}}` } : { status: 404, text: '{"errors":"Not Found"}' }
    const [from, to] = ['min', 'max'].map((end) => url.searchParams.get(`updated_at_${end}`) ?? url.searchParams.get(`created_at_${end}`) ?? '')
    const since = BigInt(url.searchParams.get('since_id') ?? 0)
    const page = [...orders.values()]
      .filter((order) => BigInt(order.id) > since && order.updatedAt >= from! && order.updatedAt <= to!)
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .slice(0, Number(url.searchParams.get('limit')))
    return { status: 200, text: `{"orders":[${page.map(payloadOf).join(',')}]}` }
  }

  /** The client-credentials grant (https://shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant). */
  function grant(form: { grant_type?: string; client_id?: string; client_secret?: string }): { status: number; body: object } {
    grants.count += 1
    const refuse = (error: string, words: string, status = 400) => ({ status, body: { error, error_description: words } })
    if (grants.trouble === '500') return refuse('internal', 'Something went wrong', 500)
    if (grants.trouble === 'repeats the secret') return refuse(`invalid_client ${form.client_id} ${form.client_secret}`, 'Client authentication failed')
    if (form.client_id !== adminApp.clientId || form.client_secret !== adminApp.clientSecret) return refuse('invalid_client', 'Client authentication failed')
    if (form.grant_type !== 'client_credentials') return refuse('unsupported_grant_type', 'Unsupported grant type')
    if (grants.trouble === 'shop_not_permitted') return refuse(grants.trouble, 'Client credentials cannot be performed on this shop')
    const access_token = `shpat_${randomUUID()}`
    tokens.add(access_token)
    return { status: 200, body: { access_token, scope: grants.scope, expires_in: grants.lifetime } }
  }

  function later(send: () => void) {
    const milliseconds = delay()
    if (milliseconds > 0) setTimeout(send, milliseconds)
    else send()
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url!, 'http://localhost')
      const token = request.headers['x-shopify-access-token'] as string | undefined
      if (url.pathname === '/admin/oauth/access_token') {
        const { status, body } = grant(JSON.parse(Buffer.concat(parts).toString()) as object)
        return void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      }
      if ((token !== adminToken && !tokens.has(token ?? '')) || !url.pathname.startsWith('/admin/api/2026-07/'))
        return later(() => response.writeHead(401).end('{"errors":"[API] Invalid API key or access token"}'))
      if (request.method === 'GET') {
        const { status, text } = read(url)
        return void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
      }
      const { query, variables } = JSON.parse(Buffer.concat(parts).toString()) as { query: string; variables: Variables }
      asked.push({ query, variables, token })
      const reply = answer(query, variables)
      if (reply === 'drop') return void request.socket.destroy()
      const send = () => response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers }).end(JSON.stringify(reply.body))
      later(send)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    drafts,
    credits,
    asked,
    grants,
    shop,
    orderKeys,
    writes,
    /** Ends all granted tokens, as the platform does after 24 hours. */
    endTokens: () => tokens.clear(),
    /** Sets what happens to the next mutations that contain `mark`, one after another. */
    trouble(mark: string, ...coming: AdminTrouble[]) {
      troubles.set(mark, coming)
    },
    /** An order of two mugs, paid with a gift card (10.00) and a card. */
    place(id: string, changes: Partial<AdminOrder> = {}): AdminOrder {
      const lines = [{ id: `${id}1`, title: 'Stoneware mug', variant: gid('ProductVariant', '41'), price: '24.00', image: 'https://cdn.example/mug.png' }]
      const order: AdminOrder = {
        id,
        name: `#K-${id}`,
        customer: '700100200301',
        currency: 'USD',
        payments: { gift_card: '10.00', shopify_payments: '44.00' },
        lines,
        refunds: [],
        updatedAt: new Date().toISOString(),
        ...changes,
      }
      orders.set(id, order)
      return order
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The Admin API, running. */
export type AdminApi = Awaited<ReturnType<typeof startAdminApi>>
