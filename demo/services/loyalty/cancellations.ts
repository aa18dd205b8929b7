import { randomBytes } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { World } from '../world.ts'
import { emit } from './events.ts'
import { mail } from './mails.ts'
import { changeMember } from './members.ts'
import type { Cancellation, LoyaltyState, Member, MemberStatus, Wishes } from './state.ts'

/** The states from which a cancellation can be requested. In the others the membership has ended or is ending (A13). */
const cancellable: readonly MemberStatus[] = ['ACTIVE', 'PAYMENT_FAILED']

/** Makes the record of a cancellation requested at that time. Benefits last to the end of the month, unless the membership ends at once. */
export function newCancellation(member: Member, cancellationSource: Cancellation['cancellationSource'], wishes: Wishes, at: Date): Cancellation {
  const { merchantId, customerId, tierId, contractId, status } = member
  return {
    merchantId,
    customerId,
    status: 'PENDING_CANCELLATION',
    cancellationSource,
    reason: wishes.reason ?? null,
    switchToFreeTier: wishes.switchToFreeTier === true,
    nextSegmentId: wishes.nextSegmentId ?? null,
    billingTierId: tierId,
    contractId,
    cancelToken: randomBytes(16).toString('hex'),
    cancelDate: (wishes.cancelImmediately ? at : new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))).toISOString(),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    statusBefore: status,
  }
}

/** Refuses wishes that cannot be met, before the request is accepted. */
export function checkWishes({ tiers }: LoyaltyState, { nextSegmentId }: Wishes) {
  if (nextSegmentId !== undefined && !tiers.some(({ id }) => id === nextSegmentId)) throw new Failure(400, 'nextSegmentId is no tier')
}

/** Begins to end a membership, and mails the member a confirmation link (A13, A38). A repeated request changes nothing. */
export function requestCancellation(world: World, member: Member, source: Cancellation['cancellationSource'], wishes: Wishes) {
  const { state, clock } = world
  const open = state.cancellations.get(member.customerId)
  if (wishes.cancelImmediately && open && member.status === 'PENDING_CANCELLATION') return end(world, open)
  if (!cancellable.includes(member.status)) return
  const cancellation = newCancellation(member, source, wishes, clock.now())
  state.cancellations.set(member.customerId, cancellation)
  if (wishes.cancelImmediately) {
    emit(world, 'customer.cancellation_requested', toRecord(cancellation))
    return end(world, cancellation)
  }
  const link = `/loyalty/cancellations/${cancellation.cancelToken}/confirmation`
  mail(world, member.customerId, 'cancellation', link)
  emit(world, 'customer.cancellation_requested', toRecord(cancellation))
  changeMember(world, member, { status: 'PENDING_CANCELLATION' })
}

/** Ends the membership when its member confirms. A repeat changes nothing. */
export function confirmCancellation(world: World, token: string) {
  const cancellation = [...world.state.cancellations.values()].find(({ cancelToken }) => cancelToken === token)
  if (!cancellation) throw new Failure(404, 'Cancellation not found')
  if (cancellation.status === 'CANCELLED') return
  end(world, cancellation)
  emit(world, 'customer.confirmed_cancellation', toRecord(cancellation))
}

/** Restores a membership with its former tier. A membership that is not ending is unchanged (A13, A40). */
export function reactivate(world: World, member: Member) {
  const { state } = world
  const cancellation = state.cancellations.get(member.customerId)
  state.cancellations.delete(member.customerId)
  if (!cancellable.includes(member.status)) return changeMember(world, member, { status: cancellation?.statusBefore ?? 'ACTIVE' })
  // The membership has continued in another tier. A member who has changed tier again since then keeps the present tier.
  if (cancellation?.status === 'CANCELLED' && member.tierId === nextTierOf(state, cancellation))
    changeMember(world, member, { status: cancellation.statusBefore, tierId: cancellation.billingTierId })
}

/** Ends the memberships whose date has come. */
export function endDue(world: World) {
  const now = world.clock.now().toISOString()
  const due = [...world.state.cancellations.values()].filter(({ status, cancelDate }) => status === 'PENDING_CANCELLATION' && cancelDate <= now)
  for (const cancellation of due) end(world, cancellation)
  if (due.length > 0) world.changed()
}

/** Ends the membership, or continues it in the tier that was requested instead. */
function end(world: World, cancellation: Cancellation) {
  const { state, clock } = world
  const now = clock.now().toISOString()
  Object.assign(cancellation, { status: 'CANCELLED', updatedAt: now, ...(now < cancellation.cancelDate && { cancelDate: now }) })
  const member = state.members.get(cancellation.customerId)
  if (!member) return
  const next = nextTierOf(state, cancellation)
  changeMember(world, member, next && next !== member.tierId ? { status: 'ACTIVE', tierId: next } : { status: 'CANCELLED' })
}

/** Returns the tier in which the membership continues, if any. */
function nextTierOf({ tiers }: LoyaltyState, { nextSegmentId, switchToFreeTier }: Cancellation) {
  return nextSegmentId ?? (switchToFreeTier ? tiers.find(({ kind }) => kind === 'FREE')?.id : undefined)
}

/** Returns the public record of a cancellation. The token is never sent. */
function toRecord({ cancelToken: _token, statusBefore: _before, ...record }: Cancellation) {
  return { ...record, effectiveCancellationDate: record.cancelDate }
}
