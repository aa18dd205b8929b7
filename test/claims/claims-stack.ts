import { openStores } from '../../proxy/background/stores.ts'
import { requireApprovable } from '../../proxy/claims/approve-refuse.ts'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { orderOf, shipmentOf } from '../proxy/orders.ts'
import { startStack, until, type Stack, type StackOptions } from '../stack.ts'
import { startResolver, type Resolver } from './resolver.ts'

/** The key that the stand-in service sends, too. */
export const claimsKey = 'demo-protection-key-public-and-worthless'
/** The secret that signs requests to the merchant's own system. */
export const resolverSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** The proxy's answer to the service. */
export interface ClaimAnswer {
  status: number
  text: string
  body: { error?: string[] } & Record<string, unknown>
  retryAfter: string | null
}

export interface ClaimsStack extends Stack {
  resolver: Resolver
  /** Reports an order of two mugs (48.00 USD), and that both were sent. */
  sent(id: string, changes?: Partial<OrderInput>): Promise<OrderInput>
  /** Reports an order without a shipment. */
  ordered(id: string, changes?: Partial<OrderInput>): Promise<OrderInput>
  /** Sends a claim as the service does. */
  ask(path: string, body: unknown, headers?: Record<string, string>): Promise<ClaimAnswer>
}

/** Starts everything; the merchant's own system resolves claims up to 100.00 USD without approval. */
export async function startClaims({
  settings = {},
  ...options
}: Omit<StackOptions, 'settings'> & { settings?: Record<string, string | undefined> } = {}): Promise<ClaimsStack> {
  const resolver = await startResolver()
  const stack = await startStack({
    ...options,
    settings: {
      CLAIMS_API_KEYS: claimsKey,
      CLAIMS_RESOLVER: 'url',
      CLAIMS_RESOLVER_URL: resolver.url,
      CLAIMS_RESOLVER_SECRET: resolverSecret,
      CLAIMS_MODE: 'auto',
      CLAIMS_AUTO_LIMIT: '100.00 USD',
      ...settings,
    },
  })
  return {
    ...stack,
    resolver,
    ordered: (id, changes) => reportOrder(stack.backend, id, changes),
    sent: (id, changes) => reportSent(stack.backend, id, changes),
    ask: (path, body, headers) => askClaims(stack.proxy, path, body, headers),
    async stop() {
      await stack.stop()
      await resolver.stop()
    },
  }
}

/** Reports an order of two mugs (48.00 USD), and waits until the service has it. */
export async function reportOrder(backend: Stack['backend'], id: string, changes?: Partial<OrderInput>): Promise<OrderInput> {
  const order = orderOf(id, changes)
  await delivered(backend, backend.reportOrder(order))
  return order
}

/** Reports an order of two mugs (48.00 USD), and that both were sent; waits until the service has both reports. */
export async function reportSent(backend: Stack['backend'], id: string, changes?: Partial<OrderInput>): Promise<OrderInput> {
  const order = await reportOrder(backend, id, changes)
  await delivered(backend, backend.reportShipment(shipmentOf(`${id}5`, order)))
  return order
}

/** Waits until the service has a report. */
export async function delivered(backend: Stack['backend'], report: Promise<{ id: string }>) {
  const { id } = await report
  await until(
    () => backend.getReport({ id }),
    ({ state }) => state === 'delivered',
  )
}

/** Sends a claim to a proxy as the service does; a string is sent unchanged. */
export async function askClaims(proxy: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<ClaimAnswer> {
  const answer = await fetch(`${proxy}/v1/claims/orders/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': claimsKey, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) as ClaimAnswer['body'], retryAfter: answer.headers.get('retry-after') }
}

/** An amount in dollars. */
export const usd = (cents: number) => ({ cents, currency: 'USD' })

/** A claim about one line of an order that was made by `sent`: one mug of 24.00 USD by default. */
export const claimOf = (claim: string | number, order: string, { quantity = 1, cents = 2400 }: { quantity?: number; cents?: number } = {}) => ({
  shop_order_id: order,
  refundable: { id: claim, type: 'Claim' },
  line_items: [{ shop_line_item_id: `${order}1`, quantity_to_issue: quantity, to_issue_amount: usd(cents) }],
})

/** What a person reads before approving a claim that waits: the reasons for a close look. */
export async function doubtsAbout({ settings }: Pick<Stack, 'settings'>, key: string): Promise<string> {
  const stores = await openStores({ folder: settings.DATA_DIR! })
  try {
    const claim = await stores.findClaim(key)
    return claim ? (await requireApprovable(stores, claim)).join('\n') : 'there is no such claim'
  } finally {
    await stores.close()
  }
}
