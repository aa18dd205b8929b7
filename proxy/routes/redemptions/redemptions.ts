import type { Redemption } from '../../../src/contract/loyalty.ts'
import type { Money } from '../../../src/contract/money.ts'
import { Refusal } from '../../http/problems.ts'
import type { ShopperSession } from '../../identity/sessions.ts'
import type { CreditsDto } from '../../upstream/loyalty.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'
import type { CachedProgram } from '../program.ts'
import { createMemberReads } from './member-reads.ts'
import { createRedeem, type RedemptionTimes } from './redeem.ts'
import { toRedemption } from './redemption-answers.ts'
import { isUnsettled, nameInStore, stored, type Redemptions as RedemptionStore, type StoredRedemption } from './redemption-store.ts'
import { createSettlement, type Settlement } from './settlement.ts'

/** The redemptions that shoppers request: each key moves credits at most once, and nothing is sent twice. */
export interface Redemptions extends Pick<Settlement, 'checkLedger'> {
  /** Rejects with `idempotency-key-required`, `idempotency-mismatch`, `idempotency-conflict`, `invalid-value`, `upstream-refused`, `rate-limited`, `overloaded`. */
  redeem(session: ShopperSession, amount: Money, key: string | undefined): Promise<Redemption>
  /** The redemption as it is now; rejects with `not-found` for that of another shopper. */
  find(session: ShopperSession, id: string): Promise<Redemption>
  /** A member's redemptions that have not ended, and the latest one if it has just failed. */
  findOpen(customer: string): Promise<OpenRedemptions>
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
export function createRedemptions({ loyalty, program, store, shop, closing, times, log }: RedemptionParts): Redemptions {
  const reads = createMemberReads(loyalty, log)
  const settlement = createSettlement({ store, shop, reads, closing })

  return {
    redeem: createRedeem({ loyalty, program, store, shop, reads, settlement, closing, times, log }),
    checkLedger: settlement.checkLedger,

    async find(session, id) {
      const readStored = () => store.findRedemption(nameInStore(shop, session.customer), id)
      const found = await stored(readStored(), 'The redemption cannot be looked up: the store is unavailable. Retry in 5 seconds.')
      if (!found) throw new Refusal('not-found', 'There is no such redemption.')
      if (found.state === 'failed' || (found.state === 'settled' && found.code)) return toRedemption(found)
      // If the ledger cannot be read or stored now, it is read at the next request.
      const now = await reads
        .readLedger(session)
        .then((ledger) => settlement.settle(session.customer, ledger))
        .then(readStored)
        .catch(() => undefined)
      return toRedemption(now ?? found)
    },

    async findOpen(customer) {
      const { redemptions } = await store.unfinishedRedemptions(nameInStore(shop, customer))
      const open = async (all: readonly StoredRedemption[]) => {
        // Read after the others, so that a redemption that fails in between is listed exactly once.
        const failed = await store.failedRedemption(nameInStore(shop, customer))
        const unsettled = all.filter((one) => isUnsettled(one) && one.id !== failed?.id)
        return [...(failed ? [failed] : []), ...unsettled].map(toRedemption)
      }
      const asStored = await open(redemptions)
      return {
        asStored,
        after: async (ledger, currency) => (redemptions.length > 0 ? open((await settlement.settle(customer, ledger, currency)).all) : asStored),
      }
    },
  }
}
