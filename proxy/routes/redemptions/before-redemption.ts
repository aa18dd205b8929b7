import type { ZodError } from 'zod'
import { sameMoney, type Money } from '../../../src/contract/money.ts'
import { Refusal } from '../../http/problems.ts'
import type { ShopperSession } from '../../identity/sessions.ts'
import type { CreditsDto } from '../../upstream/loyalty.ts'
import { loyaltyOutage } from '../../upstream/member-lookup.ts'
import { currencyOf, toMoney } from '../amounts.ts'
import type { CachedProgram } from '../program.ts'
import { hasUndatedRedemption } from './ledger.ts'
import type { MemberReads } from './member-reads.ts'
import { isUnsettled, stored, unsent } from './redemption-store.ts'
import type { Settlement } from './settlement.ts'

/** The parts that a check needs. */
export interface BeforeCheckParts {
  program: CachedProgram
  reads: MemberReads
  settlement: Settlement
}

/** Creates the check before a redemption is sent. It returns the member's ledger, or rejects if the redemption is not allowed. */
export function createBeforeCheck({ program, reads, settlement }: BeforeCheckParts) {
  return async function checkBefore(session: ShopperSession, amount: Money): Promise<CreditsDto> {
    const before = await readBefore(session, amount)
    await settleEarlier(session.customer, before, amount)
    return before.ledger
  }

  /** Reads the ledger before this redemption, checks that the redemption is allowed, and returns the ledger with its unreadable parts. */
  async function readBefore(session: ShopperSession, amount: Money): Promise<{ ledger: CreditsDto; fault: ZodError | undefined }> {
    let fault: ZodError | undefined
    const [member, ledger] = await Promise.all([reads.readMember(session), reads.readLedger(session, (error) => (fault = error))])
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
    const { all, found } = await stored(settlement.settle(customer, ledger, amount.currency), unsent)
    if (found.some((one) => sameMoney(one, amount)))
      throw new Refusal(
        'idempotency-conflict',
        'An earlier redemption of this amount took effect, so nothing was sent now. Redeem again if you want a second one.',
      )
    const lacksEntries = fault?.issues.some(({ path: [part, , field] }) => part === 'credits' && (field === 'amount' || field === undefined))
    if (lacksEntries && all.some((one) => isUnsettled(one) && sameMoney(one, amount))) throw notRuledOut('an entry has no amount that can be read')
  }
}

/** The refusal for a ledger with unreadable parts: a redemption could not be distinguished from an earlier one. */
const notRuledOut = (why: string) => loyaltyOutage(`an earlier redemption cannot be ruled out: ${why} in the ledger`, undefined)
