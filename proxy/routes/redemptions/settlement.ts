import { setTimeout as pause } from 'node:timers/promises'
import type { CreditsDto } from '../../upstream/loyalty.ts'
import { outcomesIn } from './ledger.ts'
import type { MemberReads } from './member-reads.ts'
import { isUnsettled, nameInStore, type Redemptions as RedemptionStore, type StoredRedemption } from './redemption-store.ts'

/** Milliseconds before each read of a ledger that may show the outcome: the service books later than it responds (section 1). */
const pollDelays = [0, 2_000, 10_000]

/** Finds the results of redemptions in the ledgers of members. */
export interface Settlement {
  /**
   * Searches a ledger for the results of a member's redemptions. Returns the redemptions after that, and those among them that are newly known to have
   * taken effect. A redemption with an unknown outcome is also searched for, and never repeated.
   */
  settle(customer: string, ledger: CreditsDto, currency?: string): Promise<{ all: StoredRedemption[]; found: StoredRedemption[] }>
  /** Called after an event about a member: reads the ledger in the background if the member has an open redemption. */
  checkLedger(customer: string): Promise<void>
}

interface SettlementParts {
  store: RedemptionStore
  shop: string
  reads: MemberReads
  /** Ends background work. */
  closing: AbortSignal
}

/** Creates the settlement of a shop's redemptions. */
export function createSettlement({ store, shop, reads, closing }: SettlementParts): Settlement {
  /** The customers whose ledger is being read, and whether a new event came since the last read. */
  const ledgerChecks = new Map<string, { news: boolean }>()

  async function settle(customer: string, ledger: CreditsDto, currency?: string) {
    const unfinished = await store.unfinishedRedemptions(nameInStore(shop, customer))
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
        const { redemptions } = await store.unfinishedRedemptions(nameInStore(shop, customer))
        if (!redemptions.some(isUnsettled)) return
        await settle(customer, await reads.readLedgerAsMerchant(customer))
      } catch {
        // A ledger that cannot be read now is read when the shopper asks.
      }
    }
  }

  return {
    settle,
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
