import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { loyalty } from '../../../src/contract/loyalty.ts'
import type { Config } from '../../config/config.ts'
import { logMissingParts } from '../../http/missing-parts.ts'
import { serve } from '../../http/serve.ts'
import { refuseUnconfigured } from '../../http/unconfigured.ts'
import { createAssertionVerifier } from '../../identity/assertion.ts'
import { createLastRevocation } from '../../identity/last-revocation.ts'
import type { IdentityStore } from '../../identity/identity-store.ts'
import type { Sealer } from '../../identity/seal.ts'
import { createSessions } from '../../identity/sessions.ts'
import { nameShop } from '../../identity/shop-name.ts'
import type { Services } from '../../upstream/services.ts'
import { browserInputs } from '../browser.schema.ts'
import type { Redemptions } from '../redemptions/redemption-store.ts'
import type { RedemptionTimes } from '../redemptions/redeem.ts'
import { createRedemptions } from '../redemptions/redemptions.ts'
import { withCreditPages } from './credit-pages.ts'
import { invalidate } from './invalidations.ts'
import { createMailLimit } from './limit-mails.ts'
import { memberRoutes, openCustomerSession, sessionRoutes } from './membership-routes.ts'
import { cacheProgram } from '../program.ts'
import { serveShopifySession, shopifySession } from './shopify-session.ts'

interface MembershipParts {
  config: Config
  services: Pick<Services, 'loyalty'>
  /** Absent if there is no store. */
  queue: (IdentityStore & Redemptions) | undefined
  sealer: Sealer
  /** Ends background work. */
  closing: AbortSignal
  redemptionTimes: RedemptionTimes | undefined
  log: FastifyBaseLogger
}

/** The sessions, the loyalty programme and the redemptions of a shop. */
export type Membership = Awaited<ReturnType<typeof createMembership>>

/** Creates everything that the routes of members share; undefined if no loyalty service is set up. */
export async function createMembership({ config, services, queue, sealer, closing, redemptionTimes, log }: MembershipParts) {
  if (!services.loyalty) return undefined
  const lastRevocation = queue
    ? createLastRevocation(queue.revocations, (error) => log.warn({ err: error }, 'sessions that were ended cannot be read; the last known list is used'))
    : () => Promise.resolve(0)
  const shop = nameShop(config.loyalty!.baseUrl, config.publicUrl)
  const paged = withCreditPages(services.loyalty)
  const program = cacheProgram(paged, (verb, fault) => log.warn({ verb, err: fault }, 'broken entries of a response were left out'))
  const redemptions = queue && createRedemptions({ loyalty: paged, program, store: queue, shop, closing, times: redemptionTimes, log })
  const verifier =
    config.assertionKeys.length > 0
      ? await createAssertionVerifier({
          keys: config.assertionKeys,
          issuers: config.allowedOrigins,
          audience: config.publicUrl,
          shop,
          useOnce: queue!.useProof,
        })
      : undefined
  return {
    loyalty: paged,
    program,
    sessions: createSessions(sealer, services.loyalty, config.sessionsSince, lastRevocation),
    redemptions,
    verifier,
    may: config.shoppersMay,
    limitMails: createMailLimit(),
    /** Reads again what a webhook of the service was about. */
    invalidate: invalidate({ program, redemptions }),
  }
}

/** Serves memberships to pages of the shop. */
export function registerMembership(browsers: FastifyInstance, membership: Membership) {
  if (!membership) return refuseUnconfigured(browsers, loyalty, 'LOYALTY_BASE_URL, LOYALTY_API_KEY')
  const { getProgram, openSession, ...member } = loyalty
  const { sessions } = membership
  serve(
    browsers,
    { getProgram, openSession },
    {
      inputs: browserInputs.loyalty,
      handlers: sessionRoutes(membership),
      context: (request) => ({ origin: request.headers.origin, note: noteOf(request) }),
    },
  )
  serve(browsers, member, {
    inputs: browserInputs.loyalty,
    handlers: memberRoutes(membership),
    context: async (request) => ({
      origin: request.headers.origin,
      session: await sessions.open(request.headers.authorization, request.headers.origin),
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      note: noteOf(request),
    }),
  })
}

interface ShopifySessionSetup {
  config: Pick<Config, 'shopify'>
  membership: Membership
  queue: Pick<IdentityStore, 'useProof'> | undefined
}

/** Serves sessions to customers who are signed in according to Shopify's app proxy. */
export async function registerShopifySession(app: FastifyInstance, { config, membership, queue }: ShopifySessionSetup) {
  const { shopify } = config
  if (!shopify || !membership || !queue)
    return refuseUnconfigured(app, { shopifySession }, 'SHOPIFY_SHOP, SHOPIFY_APP_SECRETS, LOYALTY_BASE_URL, LOYALTY_API_KEY')
  await app.register((platform, _, done) => {
    serveShopifySession(platform, {
      ...shopify,
      useOnce: queue.useProof,
      open: (customer, request) => openCustomerSession(membership, { customer, origin: undefined }, noteOf(request)),
    })
    done()
  })
}

const noteOf = (request: FastifyRequest) => logMissingParts(request, 'membership')
