import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ZodError } from 'zod'
import { ResponseError } from '../../../src/contract/client.ts'
import { sameMoney, type Money } from '../../../src/contract/money.ts'
import type { Redemption } from '../../../src/contract/loyalty.ts'
import type { ShopperSession } from '../../identity/sessions.ts'
import { Refusal, serviceWords } from '../../http/problems.ts'
import type { StoredRedemption, Redemptions as RedemptionStore } from './redemption-store.ts'
import { Unanswered } from '../../upstream/transport.ts'
import type { CreditsDto } from '../../upstream/loyalty.ts'
import { loyaltyOutage } from '../../upstream/member-lookup.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import { currencyOf, toDecimal, toMoney } from '../amounts.ts'
import { hasUndatedRedemption, noteLedger, outcomesIn } from './ledger.ts'
import type { CachedProgram } from '../membership/program.ts'
import { toFirstAnswer, toRedemption } from './redemption-answers.ts'

/** The times of a redemption, in milliseconds. */
export interface RedemptionTimes {
  /** After this time, an outcome that the ledger does not show counts as unknown. */
  outcome: number
  /** The time limit for reading the ledger, and for sending: a little more than a service has to respond. */
  step: number
}

const inProduction: RedemptionTimes = { outcome: 10 * 60_000, step: 10_000 }
const ledgerWindow = 50
/** Milliseconds before each read of a ledger that may show the outcome: the service books later than it responds (section 1). */
const pollDelays = [0, 2_000, 10_000]
/** Milliseconds between attempts to store the result of a request. */
const storeRetryDelay = 2_000

/** The redemptions that shoppers request: each key moves credits at most once, and nothing is sent twice. */
export interface Redemptions {
  /** Rejects with `idempotency-key-required`, `idempotency-mismatch`, `idempotency-conflict`, `invalid-value`, `upstream-refused`, `rate-limited`, `overloaded`. */
  redeem(session: ShopperSession, amount: Money, key: string | undefined): Promise<Redemption>
  /** The redemption as it is now; rejects with `not-found` for that of another shopper. */
  find(session: ShopperSession, id: string): Promise<Redemption>
  /** A member's redemptions that have not ended, and the latest one if it has just failed. */
  findOpen(customer: string): Promise<OpenRedemptions>
  /** Called after an event about a member: reads the ledger in the background if the member has an open redemption. */
  checkLedger(customer: string): Promise<void>
}

/** A member's redemptions that have not ended, newest first. Includes the latest one if it has just failed, for a shopper who saw it pending. */
export interface OpenRedemptions {
  asStored: Redemption[]
  /** The same redemptions, updated by this ledger. */
  after(ledger: CreditsDto, currency: string): Promise<Redemption[]>
}

interface RedemptionParts {
  loyalty: LoyaltyClients
  program: CachedProgram
  store: RedemptionStore
  /** The shop's name in the store, which several shops may share. */
  shop: string
  /** Ends background work. */
  closing: AbortSignal
  times?: RedemptionTimes | undefined
  log: Record<'error' | 'warn', (what: object, message: string) => void>
}

/** Creates the redemptions. Each is stored before anything is sent, and is the same in every process that shares the store. */
export function createRedemptions({ loyalty, program, store, shop, closing, times = inProduction, log }: RedemptionParts): Redemptions {
  const { admin, storefront } = loyalty
  const named = (customer: string) => `${shop}/${customer}`
  /** The customers whose ledger is being read, and whether a new event came since the last read. */
  const ledgerChecks = new Map<string, { news: boolean }>()

  /**
   * Searches a ledger for the results of a member's redemptions. Returns the redemptions after that, and those among them that are newly known to have
   * taken effect. A redemption with an unknown outcome is also searched for, and never repeated.
   */
  async function settle(customer: string, ledger: CreditsDto, currency?: string) {
    const unfinished = await store.unfinishedRedemptions(named(customer))
    const settled = await Promise.all(outcomesIn(ledger, unfinished, currency).map((outcome) => store.settleRedemption(outcome)))
    const now = new Map(settled.flatMap((one) => (one ? [[one.id, one]] : [])))
    const all = unfinished.redemptions.map((one) => now.get(one.id) ?? one)
    return { all, found: all.filter((one, index) => !isUnsettled(one) && isUnsettled(unfinished.redemptions[index]!)) }
  }

  /** Reads a member's ledger a few times, until no redemption is open or `anew` asks to start again. */
  async function pollLedger(customer: string, anew: () => boolean) {
    for (const wait of pollDelays) {
      await pause(wait, undefined, { signal: closing, ref: false }).catch(() => {})
      if (closing.aborted || anew()) return
      try {
        const { redemptions } = await store.unfinishedRedemptions(named(customer))
        if (!redemptions.some(isUnsettled)) return
        // The member's own token is not available here.
        await settle(customer, await admin.listCredits({ id: customer, limit: ledgerWindow }, { onLeftOut }))
      } catch {
        // A ledger that cannot be read now is read when the shopper asks.
      }
    }
  }

  const onLeftOut = (fault: ZodError) => log.warn({ err: fault }, 'broken entries of a ledger, or fields of a member, were left out')

  async function readLedger({ customer, jwt }: ShopperSession, onFault = onLeftOut) {
    if (jwt === undefined) throw new Refusal('not-eligible', 'Join first: only members have credits.')
    return storefront.readCredits({ id: customer, limit: ledgerWindow }, { ...loyalty.asMember(jwt), onLeftOut: onFault })
  }

  /** Reads the ledger before this redemption, checks that the redemption is allowed, and returns the ledger with its unreadable parts. */
  async function readBefore(session: ShopperSession, amount: Money): Promise<{ ledger: CreditsDto; fault: ZodError | undefined }> {
    let fault: ZodError | undefined
    const onFault = (error: ZodError) => {
      fault = error
      onLeftOut(error)
    }
    const [member, ledger] = await Promise.all([
      storefront.readMember({ id: session.customer }, { ...loyalty.asMember(session.jwt ?? ''), onLeftOut }),
      readLedger(session, onFault),
    ])
    // 42 in a currency without decimals would become 42.00 in a currency with decimals.
    const currency = await currencyOf(member, program)
    if (currency !== amount.currency)
      throw new Refusal('invalid-value', 'Redeem in the currency of the credits.', { errors: [`amount.currency has to be ${currency}`] })
    if (toMoney(member.credit ?? 0, amount.currency).cents < amount.cents)
      throw new Refusal('invalid-value', 'There are not enough credits.', { errors: ['amount.cents is more than the balance'] })
    if (hasUndatedRedemption(ledger, amount)) throw notRuledOut('an entry of this amount has no time that can be read')
    // Without the current code, a later code could not be distinguished from it.
    if (fault?.issues.some(({ path: [part] }) => part === 'redemption')) throw notRuledOut('the code that is out cannot be read')
    return { ledger, fault }
  }

  /**
   * Settles earlier redemptions by the ledger before another one is sent. An earlier redemption whose outcome counted as unknown too early, because of a
   * clock in the future or a slow service, may have taken effect. Its shopper did not know that, so the new request is refused with this news.
   */
  async function settleEarlier(customer: string, { ledger, fault }: { ledger: CreditsDto; fault: ZodError | undefined }, amount: Money) {
    const { all, found } = await stored(settle(customer, ledger, amount.currency), unsent)
    if (found.some((one) => sameMoney(one, amount)))
      throw new Refusal(
        'idempotency-conflict',
        'An earlier redemption of this amount took effect, so nothing was sent now. Redeem again if you want a second one.',
      )
    const lacksEntries = fault?.issues.some(({ path: [part, , field] }) => part === 'credits' && (field === 'amount' || field === undefined))
    if (lacksEntries && all.some((one) => isUnsettled(one) && sameMoney(one, amount))) throw notRuledOut('an entry has no amount that can be read')
  }

  /** Stores the result of a request, now or when the store is back. Does not wait for the store, because the response is correct in both cases. */
  async function storeEventually(act: () => Promise<void>) {
    const first = await act().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!first) return
    log.error({ err: first.error }, 'the result of a redemption cannot be stored yet')
    const again = async () => {
      while (!closing.aborted) {
        await pause(storeRetryDelay, undefined, { signal: closing, ref: false }).catch(() => {})
        const isStored = await act().then(
          () => true,
          () => false,
        )
        if (isStored) return
      }
    }
    void again()
  }

  /** Stores the redemption before anything is read, so of two at the same time, in any process, only one continues. A repeated key gets the first one. */
  async function begin(customer: string, amount: Money, key: string | undefined): Promise<{ redemption: StoredRedemption; isNew: boolean }> {
    const name = key?.replace(/^"(.*)"$/, '$1')
    if (!name || name.length > 255)
      throw new Refusal('idempotency-key-required', 'Send an Idempotency-Key header of 1 to 255 characters, a new one for each redemption.')
    const { cents, currency } = amount
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([cents, currency]))
      .digest('base64')
    const asked = { id: randomUUID(), customer: named(customer), key: name, fingerprint, cents, currency, deadline: times.outcome, step: times.step }
    const begun = await stored(store.beginRedemption(asked), unsent)
    const { redemption } = begun
    if (!redemption) {
      if (begun.obstacle === 'open') throw new Refusal('idempotency-conflict', 'Another redemption is on its way. Wait until it has ended.', { retryAfter: 5 })
      throw new Refusal('rate-limited', 'There were too many redemptions in one day. Nothing was sent. Retry in an hour.', { retryAfter: 3_600 })
    }
    if (begun.began) return { redemption, isNew: true }
    if (redemption.fingerprint !== fingerprint) throw new Refusal('idempotency-mismatch', 'This Idempotency-Key was used for another amount. Use a new key.')
    if (redemption.state === 'reading' || redemption.state === 'sending')
      throw new Refusal('idempotency-conflict', 'This redemption is being sent. Retry in 1 second.', { retryAfter: 1 })
    return { redemption, isNew: false }
  }

  /** Reads and checks everything that has to be known before it is sent. Nothing is sent where that fails. */
  async function prepare(id: string, session: ShopperSession, amount: Money) {
    let goesOn: boolean
    try {
      const before = await readBefore(session, amount)
      await settleEarlier(session.customer, before, amount)
      goesOn = await stored(store.sendRedemption({ id, before: noteLedger(before.ledger), step: times.step }), unsent)
    } catch (error) {
      await storeEventually(() => store.dropRedemption(id))
      throw error
    }
    // Another redemption may have taken its place by now.
    if (!goesOn) throw new Refusal('upstream-unavailable', 'The service took too long, and nothing was sent. Retry in 1 second.', { retryAfter: 1 })
  }

  /** Sends the redemption. Resolves unless it is certain that nothing was done. */
  async function send(id: string, { customer, jwt = '' }: ShopperSession, amount: Money) {
    try {
      await storefront.redeemCredits({ id: customer, amount: toDecimal(amount) }, loyalty.asMember(jwt))
    } catch (error) {
      // A 4xx means that nothing was done (A3), and so does a request that was never sent. After any other error the ledger decides.
      const refused = error instanceof ResponseError && error.status >= 400 && error.status < 500
      if (!refused && !(error instanceof Unanswered && !error.sent)) return
      await storeEventually(() => store.dropRedemption(id))
      if (refused && error.status !== 401)
        throw new Refusal('upstream-refused', 'The credits were not redeemed, and nothing was taken.', { errors: serviceWords(error), cause: error })
      throw error
    }
  }

  return {
    async redeem(session, amount, key) {
      const { redemption, isNew } = await begin(session.customer, amount, key)
      if (!isNew) return toFirstAnswer(redemption)
      await prepare(redemption.id, session, amount)
      await send(redemption.id, session, amount)
      await storeEventually(() => store.sentRedemption(redemption.id))
      return toFirstAnswer(redemption)
    },

    async find(session, id) {
      const readStored = () => store.findRedemption(named(session.customer), id)
      const found = await stored(readStored(), 'The redemption cannot be looked up: the store is unavailable. Retry in 5 seconds.')
      if (!found) throw new Refusal('not-found', 'There is no such redemption.')
      if (found.state === 'failed' || (found.state === 'settled' && found.code)) return toRedemption(found)
      // If the ledger cannot be read or stored now, it is read at the next request.
      const now = await readLedger(session)
        .then((ledger) => settle(session.customer, ledger))
        .then(readStored)
        .catch(() => undefined)
      return toRedemption(now ?? found)
    },

    async findOpen(customer) {
      const { redemptions } = await store.unfinishedRedemptions(named(customer))
      const open = async (all: readonly StoredRedemption[]) => {
        // Read after the others, so that a redemption that fails in between is listed exactly once.
        const failed = await store.failedRedemption(named(customer))
        const unsettled = all.filter((one) => isUnsettled(one) && one.id !== failed?.id)
        return [...(failed ? [failed] : []), ...unsettled].map(toRedemption)
      }
      const asStored = await open(redemptions)
      return {
        asStored,
        after: async (ledger, currency) => (redemptions.length > 0 ? open((await settle(customer, ledger, currency)).all) : asStored),
      }
    },

    async checkLedger(customer) {
      const before = ledgerChecks.get(customer)
      if (before) return void (before.news = true)
      const mine = { news: true }
      ledgerChecks.set(customer, mine)
      while (mine.news) {
        mine.news = false
        await pollLedger(customer, () => mine.news)
      }
      ledgerChecks.delete(customer)
    },
  }
}

/** The refusal for a ledger with unreadable parts: a redemption could not be distinguished from an earlier one. */
const notRuledOut = (why: string) => loyaltyOutage(`an earlier redemption cannot be ruled out: ${why} in the ledger`, undefined)

const isUnsettled = ({ state }: StoredRedemption) => state !== 'settled'

const unsent = 'Nothing was redeemed: the store is unavailable. Retry in 5 seconds.'

/** The store's result; if the store fails, a refusal with words for the shopper. */
async function stored<Value>(answer: Promise<Value>, otherwise: string): Promise<Value> {
  try {
    return await answer
  } catch (cause) {
    throw new Refusal('overloaded', otherwise, { retryAfter: 5, cause })
  }
}
