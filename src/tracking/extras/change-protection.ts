import { ResponseError, type Client } from '../../contract/client.ts'
import type { orderProtection, OrderAction } from '../../contract/order-protection.ts'
import type { OrderEvent, OrderState, ProtectionChange } from '../order/order-state.ts'
import type { Proof } from '../order/proof.ts'

/** The order whose protection is changed. */
export interface ChangedOrder {
  readonly proof: Proof
  readonly state: OrderState
  dispatch(event: OrderEvent): void
  refresh(): Promise<void>
}

type Fault = NonNullable<ProtectionChange['fault']>

/** Milliseconds until the page says that a change is being made. */
const slowAfter = 500
/** Milliseconds between the requests for an order whose change the service is still to confirm. */
const pauses = [1_500, 3_000, 6_000, 12_000, 24_000]

/**
 * Makes a change to the protection of an order, once however often the shopper presses, and asks for the order again until the service has confirmed
 * it. Resolves when the result is known; to undefined if the change was being made already.
 */
export async function changeProtection(
  action: OrderAction,
  order: ChangedOrder,
  { protectOrder, unprotectOrder }: Client<typeof orderProtection>,
): Promise<Fault | 'done' | undefined> {
  const { isBusy, isAsking, fault: before } = order.state.protection
  const { key } = order.proof
  if (isBusy || !key) return undefined
  const show = (change: ProtectionChange) => order.dispatch({ type: 'protection-changed', change })
  // The fault of the last attempt keeps its height, so that nothing moves under a finger that presses again.
  show({ isAsking, fault: before, isBusy: true })
  const slow = setTimeout(() => show({ ...order.state.protection, progress: action === 'unprotect' ? 'removing' : 'protecting' }), slowAfter)
  const fault = await (action === 'unprotect' ? unprotectOrder : protectOrder)({ key }).then(
    () => undefined,
    (problem: unknown) => faultOf(action, problem),
  )
  if (!fault) show({ ...order.state.protection, fault })
  if (fault !== 'act_failed') await order.refresh()
  clearTimeout(slow)
  show(fault ? { fault, isAsking: isAsking && fault !== 'unprotect_refused' } : {})
  if (!fault) void untilConfirmed(order)
  return fault ?? 'done'
}

async function untilConfirmed(order: ChangedOrder) {
  for (const pause of pauses) {
    if (!/ing$/.test(order.state.order?.protection?.state ?? '')) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    await order.refresh()
  }
}

/** Refused for good, refused for now, or with an unknown result. */
function faultOf(action: OrderAction, problem: unknown): Fault {
  if (!(problem instanceof ResponseError)) return 'act_failed'
  if (problem.status === 503 && problem.problem.retry_after) return 'act_wait'
  return problem.status === 404 || problem.status === 422 ? (action === 'unprotect' ? 'unprotect_refused' : 'protect_refused') : 'act_failed'
}
