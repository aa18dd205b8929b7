import { setTimeout as pause } from 'node:timers/promises'
import type { JobContext, Handler, Outcome } from '../jobs/handler.ts'
import { erased, isErased } from '../reports/report-handlers.ts'
import { differsInSameSecond, outdatedNote } from '../reports/order-state.ts'
import { isPaymentOutdated, paymentFact, type PaymentFacts } from '../reports/refund-facts.ts'
import { cancelledFact, digitalFact, orderFact, shipmentFact, type OrderFacts, type ShipmentFacts } from '../reports/report-facts.ts'
import { replacingState } from '../reports/report-jobs.ts'
import type { OrderReport } from '../reports/report-bodies.ts'
import { readPayload, Unmappable, type Part } from './payload.ts'
import type { Config } from '../config/config.ts'
import type { Sealer } from '../identity/seal.ts'
import type { Shop } from '../shop-admin/shop.ts'
import { createQuotes, type Quotes } from '../identity/sealed-quotes.ts'
import { findTopic, heldFact, type Mapping, type Platform, type MappingContext, type Topic, type WebhookBody } from './platform.ts'
import { withBuyer } from './order-buyer.ts'
import { openQuotes } from './protection-lines.ts'
import { platformRefundHandler, type ProtectionUse } from './refund.ts'
import { shopify } from './shopify.ts'
import { holdWebhookError, webhookErrorKind } from './webhook-error.ts'
import { woocommerce } from './woocommerce.ts'

const platforms: Record<Platform['name'], Platform> = { shopify, woocommerce }

/** What the handlers of platform jobs need. */
interface PlatformParts {
  config: Pick<Config, 'fallbackPhone' | 'placeholderImageUrl' | 'allowedOrigins' | 'quoteTtl'>
  sealer: Sealer
  /** Absent if nothing is set up that refunds. */
  shop: Shop | undefined
  protectionUse: ProtectionUse
}

/** Milliseconds to wait for pictures. */
const pictureDeadline = 3_000

/** Handlers that convert platform webhooks to reports, and refund through the platforms what was paid for nothing. */
export const platformHandlers = ({ config, sealer, shop, protectionUse }: PlatformParts): Record<string, Handler> => ({
  webhook: webhookHandler({
    fallbackPhone: config.fallbackPhone,
    placeholder: config.placeholderImageUrl ?? `${config.allowedOrigins[0]!}/favicon.ico`,
    pictures: (order) => shop?.pictures?.(order),
    quotes: createQuotes(sealer, config.quoteTtl),
    sealer,
    writesKeys: shop?.orderKeys !== undefined,
  }),
  [webhookErrorKind]: holdWebhookError,
  'platform-refund': platformRefundHandler(shop, protectionUse),
})

interface WebhookParts {
  fallbackPhone: string | undefined
  /** The picture of goods that have none. */
  placeholder: string
  pictures: (order: string) => Promise<ReadonlyMap<string, string>> | undefined
  quotes: Pick<Quotes, 'open'>
  sealer: Sealer
  /** Whether keys can be written into orders at the platform. */
  writesKeys: boolean
}

const webhookHandler =
  ({ fallbackPhone, placeholder, pictures, quotes, sealer, writesKeys }: WebhookParts) =>
  async ({ platform, topic: name, text, unreadable, over }: WebhookBody, context: JobContext): Promise<Outcome> => {
    const hold = (why: string): Outcome => ({ state: 'held', note: `${platform} ${name}: ${why}` })
    const topic = findTopic(platforms[platform], name)
    if (!topic) return hold('the proxy no longer knows this topic: update the proxy, then retry this')
    if (unreadable) {
      const { bytes, id } = unreadable
      return hold(
        `the body is no JSON object (${bytes} bytes, ${id === undefined ? 'without an id' : `id ${id}`}): look at what the platform sends, then drop this`,
      )
    }
    const payload = readPayload(text)
    if (!payload?.isObject()) return hold('the body is no JSON object: look at what the platform sends, then drop this')
    if (await isErased(context)) return erased
    const { businessKey: order } = context.job
    const listed = findTopic(platforms[platform], platforms[platform].listed)
    const version = topic.map === listed?.map ? Math.max(...platforms[platform].timesOf(payload).map((time) => time ?? 0)) : 0
    const held = order !== null && version > 0 ? ((await context.fact<number>(heldFact(order))) ?? 0) : 0
    const shipment = topic.shipmentOf?.(payload)
    const found = topic.pictured && order !== null ? await inTime(pictures(order)) : undefined
    const mappingContext: MappingContext = {
      fallbackPhone,
      picture: (line) => found?.get(line) ?? placeholder,
      order: order === null ? undefined : await context.fact<OrderFacts>(orderFact(order)),
      shipment: shipment === undefined ? undefined : await context.fact<ShipmentFacts>(shipmentFact(shipment)),
      cancelled: shipment === undefined ? undefined : await context.fact<number>(cancelledFact(shipment)),
      digital: order !== null && (await context.fact(digitalFact(order))) !== undefined,
      quotes: await openQuotes(topic.tokensIn?.(payload) ?? [], quotes),
    }
    const payment = order === null ? {} : await paymentFacts(topic, payload, { order, version, mappingContext }, context)
    try {
      const mapping = topic.map(payload, mappingContext)
      if ('held' in mapping) return hold(mapping.held)
      // Every change has its own webhook. If the creation differs from a reported state of the same second, it is older, or one of the changes repeats it.
      if (topic.creates && over === undefined && isOtherState(mapping, mappingContext.order)) return { state: 'superseded', notes: [outdatedNote] }
      const outcome = await withBuyer(withFacts(toOutcome(mapping, over), payment), { topic, payload, order, sealer, writesKeys })
      // This state is reported. The held newer state stays the order's last one, and a person must fix it.
      return outcome.state === 'delivered' && version < held ? { ...outcome, state: 'superseded' } : outcome
    } catch (error) {
      if (error instanceof Unmappable) return withFacts(hold(error.message), { ...payment, ...(version > held && { [heldFact(order!)]: version }) })
      throw error
    }
  }

function isOtherState(mapping: Mapping, known: OrderFacts | undefined): boolean {
  const report = ('jobs' in mapping ? mapping.jobs : []).find(({ kind }) => kind === 'order')
  return report !== undefined && differsInSameSecond(JSON.parse(report.body) as OrderReport, known)
}

function toOutcome(mapping: Exclude<Mapping, { held: string }>, over: string | undefined): Outcome {
  if ('superseded' in mapping) return { state: 'superseded', notes: [mapping.superseded] }
  if ('waitsFor' in mapping) return { state: 'waiting', waitsFor: mapping.waitsFor, note: mapping.note, inDoubt: false }
  const { jobs, ...rest } = mapping
  return { state: 'delivered', followUps: over === undefined ? jobs : jobs.map((job) => replacingState(job, over)), ...rest }
}

/**
 * The payment statement of an order that carries or carried a sealed quote, to be stored unless a newer one is. Refunds check it first,
 * however far the reports of the order have come.
 */
async function paymentFacts(
  { paymentOf, creates }: Topic,
  payload: Part,
  { order, version, mappingContext }: { order: string; version: number; mappingContext: MappingContext },
  context: JobContext,
): Promise<Record<string, PaymentFacts>> {
  if (!paymentOf) return {}
  const kept = await context.fact<PaymentFacts>(paymentFact(order))
  // A creation in the same second as an update is older than the update.
  if (kept ? version < kept.version || (creates && version === kept.version) : mappingContext.quotes.size === 0 && !mappingContext.order?.paying) return {}
  try {
    const said = { version, ...paymentOf(payload) }
    return kept && isPaymentOutdated(said, kept) ? {} : { [paymentFact(order)]: said }
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error
    return { [paymentFact(order)]: { version, status: 'unknown', left: kept?.left ?? {} } }
  }
}

const withFacts = (outcome: Outcome, facts: Record<string, unknown>): Outcome =>
  outcome.state === 'waiting' || Object.keys(facts).length === 0 ? outcome : { ...outcome, facts: { ...outcome.facts, ...facts } }

/** The value if it comes in time; undefined if it is late or fails. */
async function inTime<Value>(asked: Promise<Value> | undefined): Promise<Value | undefined> {
  const done = new AbortController()
  const late = pause(pictureDeadline, undefined, { signal: done.signal }).catch(() => undefined)
  return Promise.race([asked?.catch(() => undefined), late]).finally(() => done.abort())
}
