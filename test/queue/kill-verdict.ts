import type { Effect } from './kill-services.ts'
import { priceOf, trackingNumber, type Story } from './kill-story.ts'

/** A thing that the service holds, and the versions of it in the order in which they took effect, without repeats of the same. */
interface History {
  made: number
  versions: string[]
}

/** What is wrong with what reached the service, after these stories: something lost, doubled, or in the wrong order. Nothing, if all is well. */
export function faultsOf(stories: readonly Story[], effects: readonly Effect[]): string[] {
  const done = effects.filter(({ status }) => status < 300)
  const histories = new Map<string, History>()
  const events = new Map<string, string[]>()
  for (const { method, path, body } of done) {
    const [, kind, id, of] = path.split('/') as [string, string, string | undefined, string | undefined]
    if (of === 'events') {
      events.set(id!, [...(events.get(id!) ?? []), String(body.shop_shipment_event_id)])
    } else {
      const name = `${kind} ${id ?? String(kind === 'orders' ? body.shop_order_id : body.shop_shipment_id)}`
      const history = histories.get(name) ?? { made: 0, versions: [] }
      histories.set(name, history)
      const version = kind === 'orders' ? String((body.total_price as { cents: number }).cents) : String(body.tracking_number)
      if (method === 'POST') history.made += 1
      if (history.versions.at(-1) !== version) history.versions.push(version)
    }
  }

  return stories.flatMap(({ order, changes, mayPassOver, shipments }) => [
    ...faultsOfHistory(`orders ${order}`, histories, (version) => String(priceOf(version)), changes, mayPassOver),
    ...shipments.flatMap((shipment) => [
      ...faultsOfHistory(`shipments ${shipment.id}`, histories, (version) => trackingNumber(shipment.id, version), shipment.changes, mayPassOver),
      ...faultsOfEvents(shipment, events.get(shipment.id) ?? []),
    ]),
  ])
}

function faultsOfHistory(
  name: string,
  histories: Map<string, History>,
  toVersion: (version: number) => string,
  changes: number,
  mayPassOver: boolean,
): string[] {
  const { made, versions } = histories.get(name) ?? { made: 0, versions: [] }
  const all = Array.from({ length: changes + 1 }, (_, version) => toVersion(version))
  const expected = mayPassOver ? all.filter((version, index) => index === changes || versions.includes(version)) : all
  return [
    ...(made === 1 ? [] : [`${name} was made ${made} times`]),
    ...(versions.join() === expected.join() ? [] : [`${name} went through ${versions.join()} instead of ${expected.join()}`]),
  ]
}

/** The order in which events of one shipment come means nothing: each says when it happened (A70). */
function faultsOfEvents({ id, events }: Story['shipments'][number], taken: readonly string[]): string[] {
  return [...taken].sort().join() === [...events].sort().join() ? [] : [`shipment ${id} had the events ${taken.join()} instead of ${events.join()}`]
}
