import { isDeepStrictEqual } from 'node:util'
import type { Resolver } from '../claims/resolver.ts'
import type { Fate } from './kill-protection.ts'
import type { Effect } from './kill-services.ts'
import { priceOf, trackingNumber, type Story } from './kill-story.ts'

/** How often a thing was created at the service, and its versions in the order in which they took effect, without repeats. */
interface History {
  made: number
  versions: string[]
}

/** Compares the requests that reached the service with these stories: lists what is lost, doubled or in the wrong order; empty if all is well. */
export function faultsOf(stories: readonly Story[], effects: readonly Effect[]): string[] {
  const done = effects.filter(({ status }) => status < 300)
  const histories = new Map<string, History>()
  const events = new Map<string, string[]>()
  for (const { method, path, body } of done) {
    const [, kind, id, of] = path.split('/') as [string, string, string | undefined, string | undefined]
    if (kind === 'quotes' || /_(insurance|protection)$/.test(of ?? '')) continue
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

  return stories.flatMap(({ order, changes, mayPassOver, shipments, fate }) => [
    ...faultsOfProtection(
      order,
      fate,
      done.filter(({ path, body }) => (path === '/orders' ? body.shop_order_id === order : path.startsWith(`/orders/${order}/`))),
    ),
    ...(fate === 'order refused' ? [] : faultsOfHistory(`orders ${order}`, histories, (version) => String(priceOf(version)), changes, mayPassOver)),
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

/** Lists lost and doubled events of one shipment. Their order does not matter: each says when it happened (A70). */
function faultsOfEvents({ id, events }: Story['shipments'][number], taken: readonly string[]): string[] {
  return [...taken].sort().join() === [...events].sort().join() ? [] : [`shipment ${id} had the events ${taken.join()} instead of ${events.join()}`]
}

/** Compares the token, refunds and additions of protection at the service with the fate of the order; a refund may be sent again (A63). */
function faultsOfProtection(order: string, fate: Fate, effects: readonly Effect[]): string[] {
  const made = effects.filter(({ path }) => path === '/orders')
  const [refunds, additions] = ['refund', 'add'].map((what) => effects.filter(({ path }) => path.includes(`/${what}_`)).length) as [number, number]
  const is = {
    made: made.length > 0,
    withToken: made.some(({ body }) => body.purchased_quote_token !== undefined),
    refunded: refunds > 0,
    additions,
  }
  const shouldBe: typeof is = {
    made: fate !== 'order refused',
    withToken: fate === 'protected' || fate === 'taken off',
    refunded: fate === 'taken off',
    additions: fate === 'added' ? 1 : 0,
  }
  return isDeepStrictEqual(is, shouldBe) ? [] : [`order ${order} (${fate}) is ${JSON.stringify(is)} at the service instead of ${JSON.stringify(shouldBe)}`]
}

/** Lists the money and goods that the shop gave too often, too much, without a reason, or not at all. */
export function faultsOfShop(stories: readonly Story[], { asked, done }: Pick<Resolver, 'asked' | 'done'>): string[] {
  const given = [...done.values()].map(({ what, body: { order_id, lines } }) => ({ order: order_id, what, lines }))
  const changed = [...done].filter(([key, { body }]) => asked.some((one) => one.body.key === key && !isDeepStrictEqual(one.body, body)))
  return [
    ...changed.map(([key]) => `${key} was requested with different bodies`),
    ...stories.flatMap(({ order, claim, givenBack }) => {
      const is = given.filter((one) => one.order === order).map(({ what }) => what)
      const shouldBe = [...(claim ? [claim.resolution] : []), ...(givenBack ? ['refund'] : [])]
      const lines = given.filter((one) => one.order === order).flatMap((one) => (givenBack && one.what === 'refund' ? one.lines : []))
      const paid = { cents: givenBack?.cents, currency: 'USD' }
      const expected = givenBack ? [{ id: givenBack.line, quantity: 1, amount: paid, presented: paid }] : []
      return [
        ...(is.join() === shouldBe.join() ? [] : [`the shop gave order ${order} ${is.join() || 'nothing'} instead of ${shouldBe.join() || 'nothing'}`]),
        ...(isDeepStrictEqual(lines, expected) ? [] : [`the shop gave order ${order} back ${JSON.stringify(lines)} instead of ${JSON.stringify(expected)}`]),
      ]
    }),
  ]
}
