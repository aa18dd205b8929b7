import type { FastifyInstance, FastifyRequest } from 'fastify'
import { extension, extensionMembers, extensionOrders, extensionProtection } from '../../../src/contract/extension.ts'
import type { Config } from '../../config/config.ts'
import type { AttemptCounter } from '../../http/attempt-counter.ts'
import type { AddressReader } from '../../http/client-address.ts'
import { admitExtensions } from '../../http/extensions.ts'
import { logMissingParts } from '../../http/missing-parts.ts'
import { serve } from '../../http/serve.ts'
import { refuseUnconfigured } from '../../http/unconfigured.ts'
import { createLookupLimits } from '../../identity/lookup-limits.ts'
import type { Sealer } from '../../identity/seal.ts'
import { createSessionTokenVerifier, type SessionTokenVerifier } from '../../identity/session-token.ts'
import type { Queue } from '../../jobs/queue.ts'
import { browserInputs } from '../browser.schema.ts'
import { memberRoutes } from '../membership/membership-routes.ts'
import type { Membership } from '../membership/register-membership.ts'
import { serveProtection, type Orders } from '../orders/register-orders.ts'
import { keyOrderRoutes, type KeyOrderContext } from './key-order.ts'
import { openSessionRoutes } from './open-session.ts'

interface ExtensionParts {
  config: Config
  /** Absent if there is no store. */
  queue: Pick<Queue, 'fact'> | undefined
  sealer: Sealer
  attemptCounter: AttemptCounter
  addressOf: AddressReader
  orders: Orders
  membership: Membership
}

/**
 * Requests for a key that may fail: of an address in ten minutes, of an address with one order in an hour, with one order in an hour, and of an IPv6 /48
 * in ten minutes. They are higher than for typed numbers: a thank-you page asks up to five times before its order has come. A right proof passes them.
 */
const limits = [300, 30, 90, 90, 3_000] as const

/** Serves orders and memberships to UI extensions of the platform. */
export async function registerExtension(app: FastifyInstance, { config, queue, orders, membership, ...parts }: ExtensionParts) {
  const { shopify } = config
  await app.register((scope, _, done) => {
    admitExtensions(scope)
    if (!shopify?.clientId || !queue) refuseUnconfigured(scope, extension, 'SHOPIFY_SHOP, SHOPIFY_APP_SECRETS, SHOPIFY_CLIENT_ID')
    else {
      const verify = createSessionTokenVerifier({ ...shopify, clientId: shopify.clientId })
      serveOrders(scope, { config, queue, orders, verify, ...parts })
      serveMembers(scope, membership, verify)
    }
    done()
  })
}

interface ExtensionOrderParts extends Omit<ExtensionParts, 'membership'> {
  queue: Pick<Queue, 'fact'>
  verify: SessionTokenVerifier
}

function serveOrders(scope: FastifyInstance, { config, queue, sealer, attemptCounter, addressOf, orders, verify }: ExtensionOrderParts) {
  if (!orders) return refuseUnconfigured(scope, { ...extensionOrders, ...extensionProtection }, 'TRACK_BASE_URL')
  const { keyOrder, ...tracking } = extensionOrders
  serve(
    scope,
    { keyOrder },
    {
      inputs: browserInputs.extension,
      handlers: keyOrderRoutes({
        sealer,
        queue,
        limits: createLookupLimits({ limits, secret: config.sessionKeys[0]!.bytes, attemptCounter, purpose: 'extension' }),
      }),
      context: async (request, reply): Promise<KeyOrderContext> => ({
        ...(await verify(request.headers.authorization)),
        address: addressOf(request.raw),
        setHeaders: (headers) => void reply.headers(headers),
      }),
    },
  )
  serve(scope, tracking, { inputs: browserInputs.extension, handlers: orders.tracking, context: orders.trackingContext })
  serveProtection(scope, extensionProtection, orders)
}

function serveMembers(scope: FastifyInstance, membership: Membership, verify: SessionTokenVerifier) {
  if (!membership) return refuseUnconfigured(scope, extensionMembers, 'LOYALTY_BASE_URL, LOYALTY_API_KEY')
  const { openSession, ...member } = extensionMembers
  const surface = 'extension' as const
  serve(
    scope,
    { openSession },
    {
      inputs: browserInputs.extension,
      handlers: openSessionRoutes(membership),
      context: async (request) => ({ ...(await verify(request.headers.authorization)), note: noteOf(request) }),
    },
  )
  serve(scope, member, {
    inputs: browserInputs.extension,
    handlers: memberRoutes(membership),
    context: async (request) => ({
      origin: undefined,
      surface,
      session: await membership.sessions.open(request.headers.authorization, undefined, surface),
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      note: noteOf(request),
    }),
  })
}

const noteOf = (request: FastifyRequest) => logMissingParts(request, 'membership')
