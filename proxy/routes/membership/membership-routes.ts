import { ResponseError } from '../../../src/contract/client.ts'
import type { ZodError } from 'zod'
import type { loyalty as contract, Session } from '../../../src/contract/loyalty.ts'
import type { Permission } from '../../config/config.ts'
import type { AssertionVerifier } from '../../identity/assertion.ts'
import type { Sessions, ShopperSession, Surface } from '../../identity/sessions.ts'
import { Refusal } from '../../http/problems.ts'
import { Answer, type Handlers } from '../../http/serve.ts'
import { findMember } from '../../upstream/member-lookup.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import { currencyOf } from '../amounts.ts'
import type { MailLimit } from './limit-mails.ts'
import { toCreditPage } from './member-answers.ts'
import { loadMembership } from './membership.ts'
import type { CachedProgram } from '../program.ts'
import type { Redemptions } from '../redemptions/redemptions.ts'

/** What a route knows of the browser that calls it. */
export interface BrowserContext {
  /** The page's origin; undefined on the proxy's own origin. */
  origin: string | undefined
  /** Absent: a page of the shop. */
  surface?: Surface
}

/** What a route knows of a shopper with an open session. */
export interface MemberContext extends BrowserContext {
  session: ShopperSession
  idempotencyKey: string | undefined
  note: (parts: readonly string[], error: unknown) => void
}

/** What the routes of members need. */
export interface LoyaltyParts {
  loyalty: LoyaltyClients
  program: CachedProgram
  sessions: Sessions
  /** Absent if redemptions are not set up. */
  redemptions: Redemptions | undefined
  verifier: AssertionVerifier | undefined
  may: ReadonlySet<Permission>
  limitMails: MailLimit
}

type SessionVerbs = Pick<typeof contract, 'getProgram' | 'openSession'>
type MemberVerbs = Omit<typeof contract, 'getProgram' | 'openSession'>

/** The routes that need no session. */
export const sessionRoutes = (parts: LoyaltyParts): Handlers<SessionVerbs, BrowserContext & Pick<MemberContext, 'note'>> => ({
  async getProgram(_, { note }) {
    const { program, tiers, benefits, campaigns } = await loadMembership({
      ...parts,
      session: { customer: '', jwt: undefined },
      openRedemptions: async () => undefined,
      note,
    })
    return { program, tiers, benefits, campaigns }
  },

  async openSession({ assertion }, { origin, note }) {
    if (!parts.verifier) throw new Refusal('not-configured', 'Signing in by an assertion is not set up here (ASSERTION_KEYS).')
    return openCustomerSession(parts, { customer: await parts.verifier.verify(assertion), origin }, note)
  },
})

/** Handlers of what signed-in shoppers may request; the loyalty service responds. The member's id comes only from the session. */
export const memberRoutes = (parts: LoyaltyParts): Handlers<MemberVerbs, MemberContext> => {
  const { loyalty, program, redemptions, may, limitMails } = parts
  return {
    getMembership: ({ parts: wanted }, { session, note }) => load(parts, session, note, wanted).catch(expired),

    async join(_, { session, origin, surface, note }) {
      allow(may, 'join')
      // Creating an existing member would move them to the lowest tier (A14), so the member is looked up first.
      const known = await findMember(loyalty, session.customer)
      if (!known) await loyalty.admin.createMember({ customerId: session.customer })
      const answer = await openCustomerSession(parts, { customer: session.customer, origin, ...(surface && { surface }), justJoined: !known }, note)
      return known ? new Answer(200, answer) : answer
    },

    async listCredits({ cursor, limit }, { session, note }) {
      const asMember = { ...loyalty.asMember(member(session)), onLeftOut: (fault: ZodError) => note([], fault) }
      const [ledger, record] = await Promise.all([
        loyalty.storefront.readCredits({ id: session.customer, limit: limit ?? 20, lastCreditEntry: cursor }, asMember),
        loyalty.storefront.readMember({ id: session.customer }, asMember),
      ]).catch(expired)
      return toCreditPage(ledger, await currencyOf(record, program))
    },

    redeemCredits({ amount }, { session, idempotencyKey }) {
      allow(may, 'redeem')
      member(session)
      // The permission to redeem implies that there is a store.
      return redemptions!.redeem(session, amount, idempotencyKey).catch(expired)
    },

    getRedemption({ id }, { session }) {
      if (!redemptions) throw new Refusal('not-found', 'There is no such redemption.')
      return redemptions.find(session, id)
    },

    async cancelMembership({ reason }, { session }) {
      allow(may, 'cancel')
      await loyalty.storefront.cancelMembership({ id: session.customer, reason }, loyalty.asMember(member(session))).catch(expired)
      return {}
    },

    async reactivateMembership(_, { session }) {
      allow(may, 'reactivate')
      member(session)
      await loyalty.admin.reactivateMember({ id: session.customer })
      return {}
    },

    async updatePaymentMethod(_, { session }) {
      allow(may, 'payment')
      const token = member(session)
      await limitMails(session.customer)
      await loyalty.storefront.updatePaymentMethod({ id: session.customer }, loyalty.asMember(token)).catch(expired)
      return {}
    },
  }
}

async function load({ loyalty, program, redemptions, may }: LoyaltyParts, session: ShopperSession, note: MemberContext['note'], wanted?: string) {
  return loadMembership({
    loyalty,
    program,
    session,
    may,
    parts: wanted,
    openRedemptions: async () => redemptions?.findOpen(session.customer),
    note,
  })
}

/** A customer whose identity is proved. */
interface Arrival extends BrowserContext {
  customer: string
  /** Whether the service has just created the member. */
  justJoined?: boolean
}

/** Opens a session for a customer whose identity is proved, with all that the panel shows. Without an origin, every page of the shop may use it. */
export async function openCustomerSession(
  parts: LoyaltyParts,
  { customer, origin, surface, justJoined }: Arrival,
  note: MemberContext['note'],
): Promise<Session> {
  const { session, token, expires_at } = await parts.sessions.start(customer, origin, { justJoined, surface })
  return { token, expires_at, membership: await load(parts, session, note) }
}

/** The member's own token; throws for a customer who has not joined. */
function member({ jwt }: ShopperSession): string {
  if (jwt === undefined) throw new Refusal('not-eligible', 'Join first: this is for members.')
  return jwt
}

function allow(may: ReadonlySet<Permission>, what: Permission) {
  if (!may.has(what)) throw new Refusal('not-configured', 'The shop does not offer this (SHOPPERS_MAY).')
}

/** Converts a 401 to `session-expired`: the service no longer accepts the member's token, and a new proof creates a new one. */
function expired(error: unknown): never {
  if (error instanceof ResponseError && error.status === 401) throw new Refusal('session-expired', 'Open a new session with a new proof.', { cause: error })
  throw error
}
