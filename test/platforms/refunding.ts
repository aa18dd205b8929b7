import { after, before } from 'node:test'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { protection } from '../../src/contract/protection.ts'
import { resolverSecret } from '../claims/claims-stack.ts'
import { startResolver } from '../claims/resolver.ts'
import type { Stack } from '../stack.ts'
import { startPlatformStack } from './sending.ts'

/** Starts a stack whose orders come from the shop's platform, and whose proxy requests refunds from a shop. */
export async function startRefundingStack(settings: Record<string, string> = {}) {
  const resolver = await startResolver()
  const stack = await startPlatformStack({
    settings: {
      CLAIMS_API_KEYS: 'claims-key-and-worthless',
      CLAIMS_RESOLVER: 'url',
      CLAIMS_RESOLVER_URL: resolver.url,
      CLAIMS_RESOLVER_SECRET: resolverSecret,
      ...settings,
    },
  })
  return { resolver, stack }
}

/** Starts such a stack before the tests of a file, and stops it after them. Each file counts its ids from another number. */
export function useRefundingStack(firstId: bigint) {
  const started = {} as Awaited<ReturnType<typeof startRefundingStack>>
  before(async () => void Object.assign(started, await startRefundingStack()))
  after(async () => {
    await started.stack.stop()
    await started.resolver.stop()
  })
  let next = firstId
  return {
    started,
    newId: () => (next += 10n),
    /** A price for protection, as a page of the shop gets it. */
    quote: (cents: number) => started.stack.browser(protection).quoteProtection({ cents, currency: 'USD' }),
  }
}

/** An order as the protection service holds it. */
export type HeldOrder = OrderDto & { shop_order_number: string; is_protected: boolean; key: string }

/** What the service holds of the order with the platform's id. */
export const heldOrder = async (stack: Stack, id: bigint) =>
  (await stack.state<{ orders: HeldOrder[] }>('orders')).orders.find(({ shop_order_id }) => shop_order_id === String(id))
