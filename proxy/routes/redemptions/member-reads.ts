import type { ZodError } from 'zod'
import { Refusal } from '../../http/problems.ts'
import type { ShopperSession } from '../../identity/sessions.ts'
import type { CreditsDto, MemberDto } from '../../upstream/loyalty.ts'
import type { LoyaltyClients } from '../../upstream/services.ts'

/** The newest entries of a ledger that are read: a redemption of which the result is missing is among them. */
const ledgerWindow = 50

/** Reads what a redemption needs to know of a member. It logs each part that it cannot read, and passes the error to `onFault`. */
export interface MemberReads {
  readMember(session: ShopperSession): Promise<MemberDto>
  readLedger(session: ShopperSession, onFault?: (fault: ZodError) => void): Promise<CreditsDto>
  /** The ledger without the member's own token, which is not available in the background. */
  readLedgerAsMerchant(customer: string): Promise<CreditsDto>
}

/** Creates the reads of members. */
export function createMemberReads(loyalty: LoyaltyClients, log: Record<'warn', (what: object, message: string) => void>): MemberReads {
  const { admin, storefront } = loyalty
  const onLeftOut = (fault: ZodError) => log.warn({ err: fault }, 'broken entries of a ledger, or fields of a member, were left out')
  return {
    readMember: ({ customer, jwt = '' }) => storefront.readMember({ id: customer }, { ...loyalty.asMember(jwt), onLeftOut }),

    async readLedger({ customer, jwt }, onFault) {
      if (jwt === undefined) throw new Refusal('not-eligible', 'Join first: only members have credits.')
      const options = {
        ...loyalty.asMember(jwt),
        onLeftOut(fault: ZodError) {
          onFault?.(fault)
          onLeftOut(fault)
        },
      }
      return storefront.readCredits({ id: customer, limit: ledgerWindow }, options)
    },

    readLedgerAsMerchant: (customer) => admin.listCredits({ id: customer, limit: ledgerWindow }, { onLeftOut }),
  }
}
