import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../src/contract/client.ts'
import type { orderProtection } from '../../../src/contract/order-protection.ts'
import { addProtectionJob, platformRefundJob } from '../../reports/report-jobs.ts'
import { Refusal } from '../../http/problems.ts'
import type { StoredJob } from '../../jobs/job.ts'
import type { Queue } from '../../jobs/queue.ts'
import { Answer, type Handlers } from '../../http/serve.ts'
import type { TrackOrderDto, trackService } from '../../upstream/track.ts'
import type { EnrichmentPoller } from './enrichment.ts'
import { createConstantTime } from './constant-time.ts'
import { noSuchOrder, refuseMissing, type KeyClaims, type KeyOpener } from './order-keys.ts'
import { isEnrichmentPending, isDropped, openAddition, protectionStatusOf, type ProtectionStatus, type StatusQueue } from './protection-status.ts'

interface OrderProtectionParts {
  track: Client<typeof trackService>
  openKey: KeyOpener
  watch: EnrichmentPoller
  queue: Pick<Queue, 'enqueue' | 'find'> & StatusQueue
}

/** What a route knows of a shopper who adds or removes the protection of an order. */
export interface ProtectionContext {
  /** The shopper's network address, for counting the service's own keys. */
  address: string
  /** Aborted when the shopper leaves. */
  disconnected: AbortSignal
}

/** Milliseconds that a response is held back: for the service to accept or refuse, and for carriers to report their scans. */
const timeouts = { service: 4_000, carriers: 4_000 }
/** Milliseconds between checks of the job: short at first, because the service mostly responds at once. */
const pollDelays = [25, 50, 100, 200, 400]

/** What the holder of an order's key may change about its protection. The job is stored before the response says that it will be done. */
export const orderProtectionRoutes = ({ track, openKey, watch, queue }: OrderProtectionParts): Handlers<typeof orderProtection, ProtectionContext> => {
  const inConstantTime = createConstantTime()
  const lookUp = (lookup: KeyClaims['lookup']) => track.lookUpOrder(lookup).catch(refuseMissing)

  /** The order of this key, for its owner only: a key that may be passed on proves no more than a tracking number. */
  const openOrder = (key: string, address: string) =>
    inConstantTime(async () => {
      const { lookup, proof, view } = await openKey(key, address)
      if (proof !== 'key') throw noSuchOrder()
      if (view) throw new Refusal('not-allowed', 'This link only shows the order. The link of its buyer changes it.')
      return { lookup, order: await lookUp(lookup) }
    })

  async function requireStatus(order: TrackOrderDto): Promise<{ id: string; status: ProtectionStatus }> {
    const status = await protectionStatusOf(order, queue)
    if (!status) throw new Refusal('not-eligible', 'The service does not say whether this order is protected.')
    return { id: order.shop_order_id!, status }
  }

  /** The job once it is done, or its current state when the wait is over. */
  async function settled(id: string, disconnected: AbortSignal): Promise<StoredJob | undefined> {
    const until = performance.now() + timeouts.service
    let job = await queue.find(id)
    for (let poll = 0; job?.state === 'waiting' && performance.now() < until && !disconnected.aborted; poll += 1) {
      await pause(pollDelays[poll] ?? pollDelays.at(-1))
      job = await queue.find(id)
    }
    return job
  }

  return {
    async protectOrder({ key }, { address, disconnected }) {
      const { lookup, order: first } = await openOrder(key, address)
      const { status: found } = await requireStatus(first)
      const order = found.state === 'unprotected' && !openAddition(found) && isEnrichmentPending(first) ? await withScans(lookup, disconnected, first) : first
      const { id, status } = order === first ? { id: first.shop_order_id!, status: found } : await requireStatus(order)
      const before = openAddition(status)
      if (!before && !status.may.includes('protect-later')) throw new Refusal('not-eligible', whyNotProtected[status.state])
      const { ids } = before ? { ids: [before.id] } : await queue.enqueue([addProtectionJob({ shopOrderId: id })])
      const job = await settled(ids[0]!, disconnected)
      if (job?.state === 'waiting') return new Answer(202, { protected: false })
      if (job?.state === 'delivered') return { protected: true }
      throw new Refusal('not-eligible', 'The service does not protect this order any more.', { errors: toLines(job?.result.refused) })
    },

    async unprotectOrder({ key }, { address, disconnected }) {
      const { lookup, order: first } = await openOrder(key, address)
      const { status: before } = await requireStatus(first)
      const order = before.state === 'protected' && isEnrichmentPending(first) ? await withScans(lookup, disconnected, first) : first
      const { id, status } = order === first ? { id: first.shop_order_id!, status: before } : await requireStatus(order)
      const { state, charge, removal, may, refund } = status
      if (refund && (state === 'removing' || state === 'removed')) return { refund }
      if (removal && isDropped(removal)) throw new Refusal('not-eligible', 'The shop has already handled this. Ask the shop for the result.')
      if (!may.includes('unprotect') || !charge || !refund) throw new Refusal('not-eligible', whyNotRemoved(state, charge !== undefined))
      await queue.enqueue([platformRefundJob({ order: id, reason: 'its customer took it off', lines: [charge], tell: true })])
      return { refund }
    },
  }

  /** The order after its carriers have responded: before that, a parcel may be on its way without a known scan. */
  async function withScans(lookup: KeyClaims['lookup'], disconnected: AbortSignal, { shop_order_id }: TrackOrderDto): Promise<TrackOrderDto> {
    await watch.settled(lookup, { wait: timeouts.carriers, disconnected, order: shop_order_id ?? undefined }).catch(refuseMissing)
    const order = await lookUp(lookup)
    if (!isEnrichmentPending(order)) return order
    throw new Refusal('overloaded', 'The carriers have not answered yet. Retry in 15 seconds.', { retryAfter: 15 })
  }
}

const whyNotProtected: Record<ProtectionStatus['state'], string> = {
  unprotected: 'This order cannot be protected any more: nothing in it ships, its money went back, or a carrier has it.',
  protecting: 'This order is being protected.',
  protected: 'This order is protected already.',
  removing: 'Its protection is being taken off.',
  removed: 'Its protection was taken off, and what it cost is given back.',
}

const whyNotRemoved = (state: ProtectionStatus['state'], isPaid: boolean) =>
  state !== 'protected'
    ? 'This order is not protected.'
    : isPaid
      ? 'Protection cannot be taken off any more: a carrier has the order, it has a claim, or its payment is not there to give back from.'
      : 'Nothing was paid here for the protection of this order, so nothing can be refunded.'

const toLines = (refused: unknown) => (Array.isArray(refused) ? refused.map(String) : [])
