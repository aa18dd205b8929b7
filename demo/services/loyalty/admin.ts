import type { Handlers } from '../../../proxy/http/serve.ts'
import type { loyaltyService } from '../../../proxy/upstream/loyalty.ts'
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import { toAmount } from './amounts.ts'
import { checkWishes, reactivate, requestCancellation } from './cancellations.ts'
import { forward, underWay } from './forwarding.ts'
import { join } from './joining.ts'
import { pageOfCredits } from './ledger.ts'
import { changeMember, ledgerOf, memberOf, tierOf, toMemberRecord } from './members.ts'
import { defaultLimit } from './pages.ts'
import { programHandlers } from './program.ts'
import { spendOf } from './spend.ts'
import { webhookHandlers } from './webhooks.ts'

/** Makes the handlers of the merchant’s operations. */
export function adminHandlers(world: World): Handlers<typeof loyaltyService> {
  const { state, clock } = world

  return {
    listMembers({ limit = defaultLimit, lastCustomerId }) {
      const members = [...state.members.values()]
      const start = lastCustomerId ? members.findIndex(({ customerId }) => customerId === lastCustomerId) + 1 : 0
      if (lastCustomerId && start === 0) throw new Failure(400, 'lastCustomerId is not a cursor of this list')
      const customers = members.slice(start, start + limit)
      return {
        customers: customers.map((member) => toMemberRecord(state, member)),
        ...(start + limit < members.length && { lastCustomerId: customers.at(-1)?.customerId }),
      }
    },

    createMember: (input) => ({ customer: toMemberRecord(state, join(world, input)) }),

    getMember: ({ id }) => toMemberRecord(state, memberOf(state, id)),

    updateMember({ id, firstName, lastName, notes, phoneNumber }) {
      const member = memberOf(state, id)
      changeMember(world, member, { firstName, lastName, notes, phoneNumber })
      return toMemberRecord(state, member)
    },

    listCredits({ id, limit = defaultLimit, lastCreditEntry }) {
      const member = memberOf(state, id)
      return { ...pageOfCredits(ledgerOf(state, id), member, limit, lastCreditEntry), redemption: state.codes.get(id) ?? null }
    },

    issueCredits({ id, amount: wanted, note = null, reason, force = false }) {
      const member = memberOf(state, id)
      const amount = toAmount(wanted, member.currencyCode)
      if (amount === 0) throw new Failure(400, `amount is less than the smallest coin of ${member.currencyCode}`)
      if (amount < 0 && toAmount(member.credit - underWay(world, id, member.currencyCode) + amount, member.currencyCode) < 0)
        throw new Failure(400, 'amount takes more than the balance')
      forward(world, { does: 'book', customerId: id, amount, reason: reason ?? 'MANUAL', note, force })
      return {}
    },

    requestCancellation({ id, ...wishes }) {
      const member = memberOf(state, id)
      checkWishes(state, wishes)
      requestCancellation(world, member, 'MERCHANT', wishes)
      return {}
    },

    reactivateMember({ id }) {
      reactivate(world, memberOf(state, id))
      return {}
    },

    getSpend: ({ id }) => spendOf(state, id, clock.now()),

    changeTier({ id, tierId }) {
      const member = memberOf(state, id)
      changeMember(world, member, { tierId: tierOf(state, tierId).id })
      return toMemberRecord(state, member)
    },

    ...programHandlers(world),
    ...webhookHandlers(world),
  }
}
