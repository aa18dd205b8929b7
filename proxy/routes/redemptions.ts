import { createHash, randomUUID } from 'node:crypto'
import { ResponseError } from '../../src/contract/client.ts'
import type { Money } from '../../src/contract/money.ts'
import type { Redemption } from '../../src/contract/loyalty.ts'
import type { ShopperSession } from '../identity/sessions.ts'
import { Refusal, serviceWords } from '../problems.ts'
import { Unanswered } from '../transport.ts'
import type { CreditDto, CreditsDto } from '../upstream/loyalty.ts'
import type { LoyaltyClients } from '../upstream/services.ts'
import { currencyOf, toDecimal, toMoney } from './amounts.ts'

interface OpenRedemption {
  customer: string
  fingerprint: string
  /** Undefined while the service has not answered yet. */
  firstAnswer: Redemption | undefined
  now: Redemption
  /** What the ledger and the code were before, so that what is new can be told without comparing clocks. */
  before: { entries: ReadonlySet<string>; code: string }
  requested: number
}

/** Milliseconds: after this an outcome that the ledger does not show is called unknown; after that a record is let go. */
const outcomeDeadline = 10 * 60_000
const kept = 24 * 3_600_000
const ledgerWindow = 50

/** Redemptions that shoppers have asked for: each key moves credits at most once, and nothing is ever sent twice. */
export interface Redemptions {
  /** Rejects with `idempotency-key-required`, `idempotency-mismatch`, `idempotency-conflict`, `invalid-value`, `upstream-refused`. */
  redeem(session: ShopperSession, amount: Money, key: string | undefined): Promise<Redemption>
  /** What has become of it; rejects with `not-found` for anybody else's. */
  find(session: ShopperSession, id: string): Promise<Redemption>
  /** Those of a member that have not ended, after a look at their ledger if it is at hand. */
  openOf(customer: string, ledger?: CreditsDto, currency?: string): Redemption[]
}

/** Redemptions that are remembered in memory, for a day. */
export function createRedemptions(loyalty: LoyaltyClients): Redemptions {
  const { storefront } = loyalty
  const byKey = new Map<string, OpenRedemption>()

  const isOpen = ({ now }: OpenRedemption) => now.state === 'pending'

  function forgetOld() {
    for (const [key, { requested }] of byKey) {
      if (requested > Date.now() - kept) break
      byKey.delete(key)
    }
  }

  /** Looks for the movement that this redemption asked for. One that stays unseen too long is called unknown; it is looked for all the same, and never repeated. */
  function settle(open: OpenRedemption, ledger: CreditsDto, currency = open.now.amount.currency) {
    if (!open.firstAnswer || (open.now.state !== 'pending' && open.now.state !== 'unknown')) return
    const taken = -toDecimal(open.now.amount)
    const moved = ledger.credits.some((entry) => entry.amount === taken && mayBeRedemption(entry) && !open.before.entries.has(identity(entry)))
    const held = ledger.redemption
    // Each redemption makes a code, or puts one for the sum in the place of the last (A37).
    if (moved && (!held || codeOf(ledger) !== open.before.code)) {
      open.now = {
        ...open.now,
        state: 'settled',
        settled_at: new Date().toISOString(),
        ...(held && { code: held.code, code_value: toMoney(held.value, currency) }),
      }
    } else if (Date.now() - open.requested > outcomeDeadline) {
      open.now = { ...open.now, state: 'unknown' }
    }
  }

  async function readLedger({ customer, jwt }: ShopperSession) {
    if (jwt === undefined) throw new Refusal('not-eligible', 'Join first: only members have credits.')
    return storefront.readCredits({ id: customer, limit: ledgerWindow }, loyalty.asMember(jwt))
  }

  return {
    async redeem(session, amount, key) {
      const name = key?.replace(/^"(.*)"$/, '$1')
      if (!name || name.length > 255)
        throw new Refusal('idempotency-key-required', 'Send an Idempotency-Key header of 1 to 255 characters, a new one for each redemption.')
      const scope = `${session.customer}\n${name}`
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([amount.cents, amount.currency]))
        .digest('base64')
      forgetOld()

      const earlier = byKey.get(scope)
      if (earlier) {
        if (earlier.fingerprint !== fingerprint) throw new Refusal('idempotency-mismatch', 'This Idempotency-Key was used for another amount. Use a new key.')
        if (!earlier.firstAnswer) throw new Refusal('idempotency-conflict', 'This redemption is being sent. Ask for it again in a moment.', { retryAfter: 1 })
        return earlier.firstAnswer
      }
      if ([...byKey.values()].some((open) => open.customer === session.customer && isOpen(open))) {
        throw new Refusal('idempotency-conflict', 'Another redemption is on its way. Wait until it has ended.', { retryAfter: 5 })
      }

      // The place is taken before anything is awaited, so that of two at once only one goes on.
      const requested = Date.now()
      const redemption: Redemption = { id: randomUUID(), state: 'pending', amount, requested_at: new Date(requested).toISOString() }
      const open: OpenRedemption = {
        customer: session.customer,
        fingerprint,
        firstAnswer: undefined,
        now: redemption,
        before: { entries: new Set(), code: '' },
        requested,
      }
      byKey.set(scope, open)
      try {
        const [member, ledger] = await Promise.all([storefront.readMember({ id: session.customer }, loyalty.asMember(session.jwt ?? '')), readLedger(session)])
        // 42 of a currency without decimals would be 42.00 of one that has them.
        const currency = await currencyOf(member, loyalty)
        if (currency !== amount.currency)
          throw new Refusal('invalid-value', 'Redeem in the currency of the credits.', { errors: [`amount.currency has to be ${currency}`] })
        if (toMoney(member.credit ?? 0, amount.currency).cents < amount.cents)
          throw new Refusal('invalid-value', 'There are not enough credits.', { errors: ['amount.cents is more than the balance'] })
        open.before = { entries: new Set(ledger.credits.map(identity)), code: codeOf(ledger) }
      } catch (error) {
        byKey.delete(scope) // nothing was sent
        throw error
      }

      try {
        await storefront.redeemCredits({ id: session.customer, amount: toDecimal(amount) }, loyalty.asMember(session.jwt ?? ''))
      } catch (error) {
        // Malformed means that nothing was done (A3), and what was never sent cannot have been; anything else may have been, so the ledger decides.
        const refused = error instanceof ResponseError && error.status < 500
        if (refused || (error instanceof Unanswered && !error.sent)) {
          byKey.delete(scope)
          if (refused && error.status !== 401)
            throw new Refusal('upstream-refused', 'The credits were not redeemed, and nothing was taken.', { errors: serviceWords(error), cause: error })
          throw error
        }
      }
      open.firstAnswer = redemption
      return redemption
    },

    async find(session, id) {
      const open = [...byKey.values()].find(({ customer, now }) => customer === session.customer && now.id === id)
      if (!open) throw new Refusal('not-found', 'There is no such redemption.')
      const ledger = await readLedger(session).catch(() => undefined)
      if (ledger) settle(open, ledger)
      return open.now
    },

    openOf(customer, ledger, currency) {
      const theirs = [...byKey.values()].filter((open) => open.customer === customer)
      if (ledger) for (const open of theirs) settle(open, ledger, currency)
      return theirs
        .map(({ now }) => now)
        .filter(({ state }) => state === 'pending' || state === 'unknown')
        .reverse()
    },
  }
}

/** No entry has an id of its own (A17). */
const identity = ({ createdAt, amount, reason }: CreditDto) => `${createdAt}|${amount}|${reason ?? ''}`

const codeOf = ({ redemption }: CreditsDto) => (redemption ? `${redemption.code}|${redemption.value}` : '')

/** Reasons that are something else for certain; one that is not known here may be a redemption (A18). */
const otherReasons = new Set(['MANUAL', 'EARNED_FROM_PURCHASE', 'SIGNUP', 'RECURRING', 'ANNIVERSARY', 'BIRTHDAY', 'REFERRAL', 'EXPIRED', 'REFUND'])
const mayBeRedemption = ({ reason }: CreditDto) => !otherReasons.has(reason?.toUpperCase() ?? '')
