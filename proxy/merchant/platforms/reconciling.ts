import type { KeptWork, Queue, Work } from '../../queue/work.ts'
import type { Quotes } from '../quotes.ts'
import { erasedFact, orderFact, shipmentFact, type OrderFacts, type OrderReport, type ShipmentFacts, type ShipmentReport } from '../reports/works.ts'
import { Unmappable, type Part } from './payload.ts'
import { openQuotes } from './protection-lines.ts'
import { digitalFact, findTopic, webhookWork, type Mapping, type Platform, type Surroundings } from './platform.ts'

/** What has become of an order that the platform has. */
export interface Reconciled {
  order: string | null
  /** As people know it. */
  number: string | null
  /**
   * `unreported`: nothing of it is known, or only an older state. `held`, `failed`: it is there, and does not get on. `waiting`: it is
   * under way. `mismatched`: the service holds another protection than the order pays for. `fine`: reported, or nothing to report.
   */
  state: 'fine' | 'waiting' | 'unreported' | 'held' | 'failed' | 'mismatched'
  /** Why, and what to do. */
  says: string[]
}

/** What a look at an order comes to. */
export interface Look extends Reconciled {
  /** What brings it to the service, as if the platform had told it now. */
  works: Work[]
  /** Works that are there and do not get on, or need not any more. */
  stuck: string[]
}

type Store = Pick<Queue, 'list' | 'fact'>

const rank: readonly Reconciled['state'][] = ['fine', 'waiting', 'mismatched', 'unreported', 'held', 'failed']
const worst = (states: readonly Reconciled['state'][]) => rank[Math.max(0, ...states.map((state) => rank.indexOf(state)))]!

/** What the platform says is looked at by itself. */
const nothingKnown: Surroundings = {
  fallbackPhone: undefined,
  picture: () => 'https://localhost/',
  order: undefined,
  shipment: undefined,
  cancelled: undefined,
  digital: false,
  quotes: new Map(),
}

/** Holds one order of the platform against what was reported of it. */
export async function lookAt(platform: Platform, payload: Part, store: Store, quotes: Pick<Quotes, 'open'>): Promise<Look> {
  const topic = findTopic(platform, platform.listed)!
  const order = topic.orderOf(payload)
  const look = { order: order ?? null, number: payload.at('name').text() ?? payload.at('number').text() ?? null }
  if (order === undefined) return { ...look, state: 'failed', says: ['id is missing: look at where the list comes from'], works: [], stuck: [] }
  if (await store.fact(erasedFact(order))) return { ...look, state: 'fine', says: ['it was erased on request'], works: [], stuck: [] }
  const known = await store.fact<OrderFacts>(orderFact(order))
  let mapping: Mapping | undefined
  let unmappable: string | undefined
  try {
    // The line that pays is known by what was kept of the order; how new that is, is looked at below.
    const order = known && { ...known, version: null }
    mapping = topic.map(payload, { ...nothingKnown, order, quotes: await openQuotes(topic.tokensIn?.(payload) ?? [], quotes) })
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error
    unmappable = error.message
  }
  const report = bodyOf<OrderReport>(mapping, 'order')
  // What cannot be mapped here, for want of a phone number that the settings have, tells how new it is all the same.
  const version = unmappable === undefined ? report?.version : Math.max(...platform.timesOf(payload).map((time) => time ?? 0))
  const open = await store.list({ order, states: ['held', 'failed', 'waiting'], limit: 200 })
  const isCurrent = known?.version != null && report?.version !== undefined && known.version >= report.version
  // What could not be reported, and was by a later state, is no loss; it ends when it is tried again.
  const isOvertaken = ({ kind, body }: KeptWork) => isCurrent && kind === 'webhook' && findTopic(platform, topicOf(body))?.map === topic.map
  const undone = open.filter(({ state }) => state !== 'waiting')
  const stuck = undone.filter((work) => !isOvertaken(work))
  const found: Pick<Reconciled, 'state' | 'says'>[] = [
    ...stuck.map((work) => ({ state: work.state as 'held' | 'failed', says: [`${work.kind} ${work.id}: ${work.notes.at(-1) ?? work.state}`] })),
    ...(stuck.length === 0 ? judge({ report, known, unmappable, version }, open) : []),
    ...(report && stuck.length === 0 ? await judgeParts(platform, payload, store, open) : []),
  ]
  // What is digital has nothing to reconcile but what was paid for nothing.
  const digital = mapping !== undefined && report === undefined
  if (digital && stuck.length === 0 && bodyOf(mapping, 'platform-refund') && (await store.fact(digitalFact(order))) === undefined)
    found.push({ state: 'unreported', says: ['protection was paid for an order of which nothing is shipped, and is not given back'] })
  return {
    ...look,
    state: worst(found.map(({ state }) => state)),
    says: found.flatMap(({ says }) => says),
    works: [
      toWork(platform, platform.listed, payload, order),
      ...(platform.partsOf?.(payload) ?? []).map((part) => toWork(platform, part.topic, part.payload, order)),
    ],
    stuck: undone.map(({ id }) => id),
  }
}

const topicOf = (body: string) => (JSON.parse(body) as { topic: string }).topic

interface Judged {
  report: OrderReport | undefined
  known: OrderFacts | undefined
  /** Why the platform's order cannot be reported as it is. */
  unmappable: string | undefined
  /** How new the platform's order is. */
  version: number | undefined
}

function judge({ report, known, unmappable, version }: Judged, open: readonly KeptWork[]) {
  const found: Pick<Reconciled, 'state' | 'says'>[] = []
  const isUnderWay = open.some(({ kind, state }) => state === 'waiting' && ['webhook', 'order', 'order-update'].includes(kind))
  if (!known && (report || unmappable !== undefined)) {
    const says = unmappable === undefined ? 'it was never reported' : `it was never reported, and cannot be as it is: ${unmappable}`
    found.push(isUnderWay ? { state: 'waiting', says: ['it is under way'] } : { state: 'unreported', says: [says] })
  } else if (known && version !== undefined && known.version !== null && known.version < version) {
    found.push(isUnderWay ? { state: 'waiting', says: ['its last change is under way'] } : { state: 'unreported', says: ['its last change was not reported'] })
  }
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

async function judgeParts(platform: Platform, payload: Part, store: Store, open: readonly KeptWork[]) {
  const found: Pick<Reconciled, 'state' | 'says'>[] = []
  for (const part of platform.partsOf?.(payload) ?? []) {
    const id = part.payload.at('id').id() ?? ''
    const known = await store.fact<ShipmentFacts>(shipmentFact(id))
    if (known) continue
    const mapping = mapped(() => findTopic(platform, part.topic)!.map(part.payload, nothingKnown))
    const isDue =
      mapping !== undefined && ('waitsFor' in mapping ? mapping.waitsFor.startsWith('order:') : bodyOf<ShipmentReport>(mapping, 'shipment') !== undefined)
    if (!isDue) continue
    const isUnderWay = open.some(({ kind, state }) => state === 'waiting' && ['webhook', 'shipment'].includes(kind))
    found.push(
      isUnderWay ? { state: 'waiting', says: [`its parcel ${id} is under way`] } : { state: 'unreported', says: [`its parcel ${id} was not reported`] },
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
  const works = mapping !== undefined && 'works' in mapping ? mapping.works : []
  const work = works.find((one) => one.kind === kind)
  return work && (JSON.parse(work.body) as Body)
}

/** Under a subject of its own, so that it is not taken for the webhook that was dropped, or came to nothing. */
function toWork(platform: Platform, topic: string, payload: Part, order: string): Work {
  const work = webhookWork(platform, findTopic(platform, topic)!, payload, { order })
  return { ...work, subject: `reconciled:${work.subject}` }
}
