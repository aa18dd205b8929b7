import type { StoredJob, Job } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Quotes } from '../identity/sealed-quotes.ts'
import { differsInSameSecond } from '../reports/order-state.ts'
import { digitalFact, erasedFact, orderFact, shipmentFact, type OrderFacts, type ShipmentFacts } from '../reports/report-facts.ts'
import type { OrderReport, ShipmentReport } from '../reports/report-bodies.ts'
import { Unmappable, type Part } from './payload.ts'
import { openQuotes } from './protection-lines.ts'
import { findTopic, heldFact, webhookJob, type Mapping, type Platform, type MappingContext, type Topic } from './platform.ts'
import { findEarlierJobs } from './earlier-jobs.ts'

/** The state of a platform's order here. */
export interface Reconciled {
  order: string | null
  /** The number that people use. */
  number: string | null
  /**
   * `unreported`: nothing of the order is known, or only an older state. `held`, `failed`: it has a job that does not continue. `waiting`: it is
   * on its way. `mismatched`: the service holds another protection than the order pays for. `fine`: reported, or nothing to report.
   */
  state: 'fine' | 'waiting' | 'unreported' | 'held' | 'failed' | 'mismatched'
  /** The reasons and the remedies. */
  says: string[]
}

/** The comparison of a platform's order with its reports. */
export interface Reconciliation extends Reconciled {
  /** Jobs that report the order to the service, as its webhook would now; empty if the order waits for a person. */
  jobs: Job[]
  /** The same jobs, without those that a person has dropped or that were accepted before. */
  lost: Job[]
  /** Ids of jobs that do not continue, or are no longer needed. */
  stuck: string[]
}

type Store = Pick<Queue, 'list' | 'fact'>

const severities: readonly Reconciled['state'][] = ['fine', 'waiting', 'mismatched', 'unreported', 'held', 'failed']
const worst = (states: readonly Reconciled['state'][]) => severities[Math.max(0, ...states.map((state) => severities.indexOf(state)))]!

/** Surroundings without any facts, to map the platform's order alone. */
const emptyContext: MappingContext = {
  fallbackPhone: undefined,
  picture: () => 'https://localhost/',
  order: undefined,
  shipment: undefined,
  cancelled: undefined,
  digital: false,
  quotes: new Map(),
}

/** Compares one order of the platform with its reports. */
export async function reconcileOrder(platform: Platform, payload: Part, store: Store, quotes: Pick<Quotes, 'open'>): Promise<Reconciliation> {
  const topic = findTopic(platform, platform.listed)!
  const order = topic.orderOf(payload)
  const look = { order: order ?? null, number: payload.at('name').text() ?? payload.at('number').text() ?? null }
  const nothing = { jobs: [], lost: [], stuck: [] }
  if (order === undefined) return { ...look, ...nothing, state: 'failed', says: ['id is missing: check the source of the list'] }
  if (await store.fact(erasedFact(order))) return { ...look, ...nothing, state: 'fine', says: ['it was erased on request'] }
  const known = await store.fact<OrderFacts>(orderFact(order))
  const read = await readOrder(platform, payload, known, quotes)
  const open = await store.list({ businessKey: order, states: ['held', 'failed', 'waiting'], limit: 200 })
  const isCurrent = known?.version != null && read.report?.version !== undefined && known.version >= read.report.version && !read.isOther
  // A held webhook of an order that a later state has reported is no loss; it ends at its next attempt.
  const isOvertaken = ({ kind, body }: StoredJob) => isCurrent && kind === 'webhook' && findTopic(platform, topicOf(body))?.map === topic.map
  const undone = open.filter(({ state }) => state !== 'waiting')
  const stuck = undone.filter((job) => !isOvertaken(job))
  const differences = compareOrder({ ...read, known }, open)
  // Digital orders are never reported to the service, so only a missing refund of their protection can be found.
  const isDigital = read.mapping !== undefined && read.report === undefined
  if (isDigital && stuck.length === 0 && bodyOf(read.mapping, 'platform-refund') && (await store.fact(digitalFact(order))) === undefined)
    differences.push({ state: 'unreported', says: ['protection was paid for an order of which nothing is shipped, and is not given back'] })
  const parts = read.report ? await compareParts(platform, payload, store, open) : []
  const found: Difference[] = [
    ...stuck.map((job) => ({ state: job.state as 'held' | 'failed', says: [`${job.kind} ${job.id}: ${job.notes.at(-1) ?? job.state}`] })),
    ...(stuck.length === 0 ? [...differences, ...parts] : []),
  ]
  const isOrderDue = differences.some(isUnreported) || stuck.some(({ state }) => state === 'failed')
  const due = isOrderDue ? (platform.partsOf?.(payload) ?? []) : parts.filter(isUnreported).map(({ part }) => part)
  const settled = isOrderDue || due.length > 0 ? await store.list({ businessKey: order, states: ['delivered', 'superseded', 'dropped'], limit: 200 }) : []
  const held = await store.fact<number>(heldFact(order))
  const candidates = [
    ...(isOrderDue ? [{ topic, payload, subject: orderFact(order), version: read.version, held, over: read.isOther ? known?.state : undefined }] : []),
    ...due.map((part) => ({ topic: findTopic(platform, part.topic)!, payload: part.payload, subject: shipmentFact(part.payload.at('id').id() ?? '') })),
  ].map((one) => {
    const job = toJob(platform, one.topic, one.payload, order, 'over' in one ? one.over : undefined)
    return { job, ...findEarlierJobs({ platform, order, job, ...one }, [...open, ...settled]) }
  })
  // Parcels are reported after their order.
  const [first] = isOrderDue ? candidates : []
  return {
    ...look,
    state: worst(found.map(({ state }) => state)),
    says: found.flatMap(({ says }) => says),
    jobs: first?.isHeld ? [] : candidates.flatMap(({ isHeld, job }) => (isHeld ? [] : [job])),
    lost: first?.isHeld || first?.isDropped ? [] : candidates.flatMap(({ isHeld, isDropped, isThere, job }) => (isHeld || isDropped || isThere ? [] : [job])),
    stuck: undone.map(({ id }) => id),
  }
}

type Difference = Pick<Reconciled, 'state' | 'says'>

const isUnreported = ({ state }: Difference) => state === 'unreported'

interface ReadOrder {
  mapping: Mapping | undefined
  report: OrderReport | undefined
  /** The reason why the platform's order cannot be reported as it is. */
  unmappable: string | undefined
  /** The version of the platform's order. */
  version: number | undefined
  /** True if another state was reported with the same version. */
  isOther: boolean
}

async function readOrder(platform: Platform, payload: Part, known: OrderFacts | undefined, quotes: Pick<Quotes, 'open'>): Promise<ReadOrder> {
  const topic = findTopic(platform, platform.listed)!
  const opened = await openQuotes(topic.tokensIn?.(payload) ?? [], quotes)
  // The stored facts name the line that pays; their version is compared elsewhere.
  const map = (fallbackPhone?: string) => topic.map(payload, { ...emptyContext, fallbackPhone, order: known && { ...known, version: null }, quotes: opened })
  let mapping: Mapping | undefined
  let unmappable: string | undefined
  try {
    mapping = map()
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error
    unmappable = error.message
  }
  const report = bodyOf<OrderReport>(mapping, 'order')
  // An order without a phone number maps to no report here; its own times still give its version.
  const version = unmappable === undefined ? report?.version : Math.max(...platform.timesOf(payload).map((time) => time ?? 0))
  const compared =
    report ??
    bodyOf<OrderReport>(
      mapped(() => map(anyPhone)),
      'order',
    )
  return { mapping, report, unmappable, version, isOther: compared !== undefined && differsInSameSecond(compared, known) }
}

/** Replaces the phone number of the settings, which is not compared. */
const anyPhone = '+15035550100'

const topicOf = (body: string) => (JSON.parse(body) as { topic: string }).topic

function compareOrder(
  { report, known, unmappable, version, isOther }: ReadOrder & { known: OrderFacts | undefined },
  open: readonly StoredJob[],
): Difference[] {
  const found: Difference[] = []
  const isUnderWay = open.some(({ kind, state }) => state === 'waiting' && ['webhook', 'order', 'order-update'].includes(kind))
  const add = (underWay: string, lost: string) => found.push(isUnderWay ? { state: 'waiting', says: [underWay] } : { state: 'unreported', says: [lost] })
  if (!known && (report || unmappable !== undefined))
    add('it is under way', unmappable === undefined ? 'it was never reported' : `it was never reported, and cannot be as it is: ${unmappable}`)
  else if (known && version !== undefined && known.version !== null && known.version < version)
    add('its last change is under way', 'its last change was not reported')
  else if (isOther) add('its last change is under way', 'an older state of the same second was reported last')
  if (!known || !report) return found
  const charges = report.paid?.lines ?? []
  if (charges.some(({ amount }) => amount.cents > 0) && known.protected === false) {
    const reason = known.unprotected ?? 'it was refunded, by what was reported'
    found.push({ state: 'mismatched', says: [`paid but unprotected: ${reason}; give back what the order charges for protection`] })
  }
  if (charges.length === 0 && known.protected && known.paying !== null)
    found.push({ state: 'mismatched', says: ['the service holds it as protected, and the order charges nothing for that'] })
  return found
}

async function compareParts(platform: Platform, payload: Part, store: Store, open: readonly StoredJob[]) {
  const found: (Difference & { part: { topic: string; payload: Part } })[] = []
  for (const part of platform.partsOf?.(payload) ?? []) {
    const id = part.payload.at('id').id() ?? ''
    const known = await store.fact<ShipmentFacts>(shipmentFact(id))
    if (known) continue
    const mapping = mapped(() => findTopic(platform, part.topic)!.map(part.payload, emptyContext))
    const isDue =
      mapping !== undefined && ('waitsFor' in mapping ? mapping.waitsFor.startsWith('order:') : bodyOf<ShipmentReport>(mapping, 'shipment') !== undefined)
    if (!isDue) continue
    const isUnderWay = open.some(({ kind, state }) => state === 'waiting' && ['webhook', 'shipment'].includes(kind))
    found.push(
      isUnderWay
        ? { part, state: 'waiting', says: [`its parcel ${id} is under way`] }
        : { part, state: 'unreported', says: [`its parcel ${id} was not reported`] },
    )
  }
  return found
}

function mapped(map: () => Mapping): Mapping | undefined {
  try {
    return map()
  } catch (error) {
    if (error instanceof Unmappable) return undefined
    throw error
  }
}

function bodyOf<Body>(mapping: Mapping | undefined, kind: string): Body | undefined {
  const jobs = mapping !== undefined && 'jobs' in mapping ? mapping.jobs : []
  const job = jobs.find((one) => one.kind === kind)
  return job && (JSON.parse(job.body) as Body)
}

/** The job of a listed item. It has its own subject, so that it is not taken for a webhook that was dropped or had no effect. */
function toJob(platform: Platform, topic: Topic, payload: Part, order: string, over: string | undefined): Job {
  const job = webhookJob(platform, topic, payload, { order, over })
  return { ...job, subject: `reconciled:${job.subject}` }
}
