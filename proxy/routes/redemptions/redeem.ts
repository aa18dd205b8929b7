import { createHash, randomUUID } from 'node:crypto'
import { ResponseError } from '../../../src/contract/client.ts'
import type { Redemption } from '../../../src/contract/loyalty.ts'
import type { Money } from '../../../src/contract/money.ts'
import { Refusal, serviceWords } from '../../http/problems.ts'
import type { ShopperSession } from '../../identity/sessions.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import { Unanswered } from '../../upstream/transport.ts'
import { toDecimal } from '../amounts.ts'
import { createBeforeCheck, type BeforeCheckParts } from './before-redemption.ts'
import { noteLedger } from './ledger.ts'
import { toFirstAnswer } from './redemption-answers.ts'
import { nameInStore, stored, unsent, type Redemptions as RedemptionStore, type StoredRedemption } from './redemption-store.ts'
import { createEventualStore } from './store-eventually.ts'

/** The times of a redemption, in milliseconds. */
export interface RedemptionTimes {
  /** After this time, an outcome that the ledger does not show counts as unknown. */
  outcome: number
  /** The time limit for reading the ledger, and for sending: a little more than a service has to respond. */
  step: number
}

const inProduction: RedemptionTimes = { outcome: 10 * 60_000, step: 10_000 }

interface RedeemParts extends BeforeCheckParts {
  loyalty: LoyaltyClients
  store: RedemptionStore
  shop: string
  /** Ends background work. */
  closing: AbortSignal
  times?: RedemptionTimes | undefined
  log: Record<'error', (what: object, message: string) => void>
}

/** Creates the function that redeems credits: stores the redemption, reads and checks the ledger, sends it once, and stores that it was sent. Only the ledger settles it. */
export function createRedeem({ loyalty, store, shop, closing, times = inProduction, log, ...checked }: RedeemParts) {
  const checkBefore = createBeforeCheck(checked)
  const storeEventually = createEventualStore(closing, log)

  return async function redeem(session: ShopperSession, amount: Money, key: string | undefined): Promise<Redemption> {
    const { redemption, isNew } = await begin(session.customer, amount, key)
    if (!isNew) return toFirstAnswer(redemption)
    await prepare(redemption.id, session, amount)
    await send(redemption.id, session, amount)
    await storeEventually(() => store.sentRedemption(redemption.id))
    return toFirstAnswer(redemption)
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
    const asked = {
      id: randomUUID(),
      customer: nameInStore(shop, customer),
      key: name,
      fingerprint,
      cents,
      currency,
      deadline: times.outcome,
      step: times.step,
    }
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
      const ledger = await checkBefore(session, amount)
      goesOn = await stored(store.sendRedemption({ id, before: noteLedger(ledger), step: times.step }), unsent)
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
      await loyalty.storefront.redeemCredits({ id: customer, amount: toDecimal(amount) }, loyalty.asMember(jwt))
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
}
