import { setTimeout as pause } from 'node:timers/promises'
import type { JobContext, Handler, Outcome } from '../jobs/job.ts'
import { erased, isErased } from '../reports/report-jobs.ts'
import { isOtherOfSecond, outrun } from '../reports/order-state.ts'
import { isPaymentOutrun, paymentFact, type PaymentFacts } from '../reports/refund-facts.ts'
import { cancelledFact, inPlaceOf, orderFact, shipmentFact, type OrderFacts, type OrderReport, type ShipmentFacts } from '../reports/report-kinds.ts'
import { readPayload, Unmappable, type Part } from './payload.ts'
import type { Config } from '../config/config.ts'
import type { Sealer } from '../identity/seal.ts'
import type { Shop } from '../shop-admin/shop.ts'
import { createQuotes, type Quotes } from '../identity/sealed-quotes.ts'
import { digitalFact, findTopic, heldFact, type Mapping, type Platform, type Surroundings, type Topic, type WebhookBody } from './platform.ts'
import { openQuotes } from './protection-lines.ts'
import { platformRefundHandler } from './refund.ts'
import { shopify } from './shopify.ts'
import { holdWebhookError, webhookErrorKind } from './webhook-error.ts'
import { woocommerce } from './woocommerce.ts'

const platforms: Record<Platform['name'], Platform> = { shopify, woocommerce }

/** What the jobs of platforms are done with. */
interface PlatformParts {
  config: Pick<Config, 'fallbackPhone' | 'placeholderImageUrl' | 'allowedOrigins' | 'quoteTtl'>
  sealer: Sealer
  /** Absent where nothing is set up that gives money back. */
  shop: Shop | undefined
}

/** Milliseconds: a picture is not worth waiting longer. */
const pictureDeadline = 3_000

/** Makes reports of what platforms tell, and gives back through them what was paid for nothing. */
export const platformHandlers = ({ config, sealer, shop }: PlatformParts): Record<string, Handler> => ({
  webhook: webhookHandler({
    fallbackPhone: config.fallbackPhone,
    placeholder: config.placeholderImageUrl ?? `${config.allowedOrigins[0]!}/favicon.ico`,
    pictures: (order) => shop?.pictures?.(order),
    quotes: createQuotes(sealer, config.quoteTtl),
  }),
  [webhookErrorKind]: holdWebhookError,
  'platform-refund': platformRefundHandler(shop),
})

interface WebhookParts {
  fallbackPhone: string | undefined
  /** Stands for goods of which there is no picture. */
  placeholder: string
  pictures: (order: string) => Promise<ReadonlyMap<string, string>> | undefined
  quotes: Pick<Quotes, 'open'>
}

const webhookHandler =
  ({ fallbackPhone, placeholder, pictures, quotes }: WebhookParts) =>
  async ({ platform, topic: name, text, unreadable, over }: WebhookBody, context: JobContext): Promise<Outcome> => {
    const hold = (why: string): Outcome => ({ state: 'held', note: `${platform} ${name}: ${why}` })
    const topic = findTopic(platforms[platform], name)
    if (!topic) return hold('it is not understood any more: update the proxy, then retry this')
    if (unreadable) {
      const { bytes, id } = unreadable
      return hold(
        `the body is no JSON object (${bytes} bytes, ${id === undefined ? 'without an id' : `id ${id}`}): look at what the platform sends, then drop this`,
      )
    }
    const payload = readPayload(text)
    if (!payload?.isObject()) return hold('the body is no JSON object: look at what the platform sends, then drop this')
    if (await isErased(context)) return erased
    const { order } = context.job
    const listed = findTopic(platforms[platform], platforms[platform].listed)
    const version = topic.map === listed?.map ? Math.max(...platforms[platform].timesOf(payload).map((time) => time ?? 0)) : 0
    const held = order !== null && version > 0 ? ((await context.fact<number>(heldFact(order))) ?? 0) : 0
    const shipment = topic.shipmentOf?.(payload)
    const found = topic.pictured && order !== null ? await inTime(pictures(order)) : undefined
    const around: Surroundings = {
      fallbackPhone,
      picture: (line) => found?.get(line) ?? placeholder,
      order: order === null ? undefined : await context.fact<OrderFacts>(orderFact(order)),
      shipment: shipment === undefined ? undefined : await context.fact<ShipmentFacts>(shipmentFact(shipment)),
      cancelled: shipment === undefined ? undefined : await context.fact<number>(cancelledFact(shipment)),
      digital: order !== null && (await context.fact(digitalFact(order))) !== undefined,
      quotes: await openQuotes(topic.tokensIn?.(payload) ?? [], quotes),
    }
    const payment = order === null ? {} : await paymentFacts(topic, payload, { order, version, around }, context)
    try {
      const mapping = topic.map(payload, around)
      if ('held' in mapping) return hold(mapping.held)
      // The platform tells of every change: what its creation says otherwise than they do in the same second was before, or comes with one of them.
      if (topic.creates && over === undefined && isOtherState(mapping, around.order)) return { state: 'superseded', notes: [outrun] }
      const outcome = withFacts(toOutcome(mapping, over), payment)
      // It is reported, and what is held goes on being the order's last word, which somebody has to mend.
      return outcome.state === 'delivered' && version < held ? { ...outcome, state: 'superseded' } : outcome
    } catch (error) {
      if (error instanceof Unmappable) return withFacts(hold(error.message), { ...payment, ...(version > held && { [heldFact(order!)]: version }) })
      throw error
    }
  }

function isOtherState(mapping: Mapping, known: OrderFacts | undefined): boolean {
  const report = ('jobs' in mapping ? mapping.jobs : []).find(({ kind }) => kind === 'order')
  return report !== undefined && isOtherOfSecond(JSON.parse(report.body) as OrderReport, known)
}

function toOutcome(mapping: Exclude<Mapping, { held: string }>, over: string | undefined): Outcome {
  if ('superseded' in mapping) return { state: 'superseded', notes: [mapping.superseded] }
  if ('waitsFor' in mapping) return { state: 'waiting', waitsFor: mapping.waitsFor, note: mapping.note, doubtful: false }
  const { jobs, ...rest } = mapping
  return { state: 'delivered', then: over === undefined ? jobs : jobs.map((job) => inPlaceOf(job, over)), ...rest }
}

/**
 * What an order that carries a sealed quote, or has carried one, says of its payment, to be kept unless something newer is: refunds look at it
 * before they are made, however far the reports of the order have come.
 */
async function paymentFacts(
  { paymentOf, creates }: Topic,
  payload: Part,
  { order, version, around }: { order: string; version: number; around: Surroundings },
  context: JobContext,
): Promise<Record<string, PaymentFacts>> {
  if (!paymentOf) return {}
  const kept = await context.fact<PaymentFacts>(paymentFact(order))
  // A creation that comes with an update of the same second was before it.
  if (kept ? version < kept.version || (creates && version === kept.version) : around.quotes.size === 0 && !around.order?.paying) return {}
  try {
    const said = { version, ...paymentOf(payload) }
    return kept && isPaymentOutrun(said, kept) ? {} : { [paymentFact(order)]: said }
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error
    return { [paymentFact(order)]: { version, status: 'unknown', left: kept?.left ?? {} } }
  }
}

const withFacts = (outcome: Outcome, facts: Record<string, unknown>): Outcome =>
  outcome.state === 'waiting' || Object.keys(facts).length === 0 ? outcome : { ...outcome, facts: { ...outcome.facts, ...facts } }

/** What comes too late, or not at all, is done without. */
async function inTime<Value>(asked: Promise<Value> | undefined): Promise<Value | undefined> {
  const done = new AbortController()
  const late = pause(pictureDeadline, undefined, { signal: done.signal }).catch(() => undefined)
  return Promise.race([asked?.catch(() => undefined), late]).finally(() => done.abort())
}
