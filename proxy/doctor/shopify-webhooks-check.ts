import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { topicKey } from '../platforms/platform.ts'
import type { Admin } from '../shop-admin/shopify/admin.ts'
import { failed, noted, passed, type Finding } from './finding.ts'

const check = 'Shopify webhooks'

/** The topics by which the proxy knows orders and parcels, in the words of the Admin API and of addresses. */
export const neededTopics = [
  'orders-create',
  'orders-updated',
  'orders-cancelled',
  'orders-paid',
  'fulfillments-create',
  'fulfillments-update',
  'fulfillment-events-create',
  'refunds-create',
] as const

/** Without those of an app's configuration, which no query returns (https://shopify.dev/docs/api/admin-graphql/2026-07/queries/webhookSubscriptions). */
const question = '{ webhookSubscriptions(first: 100) { nodes { topic uri } } }'

interface Answer {
  webhookSubscriptions: { nodes: { topic: string; uri: string }[] }
}

/** The times, in milliseconds since 1970, of the last webhook of each topic in 48 hours, and of the last one about an order in the jobs that are kept. */
interface Arrivals {
  topics: ReadonlyMap<string, number>
  lastOrder: number | undefined
}

/**
 * Whether the webhooks of the shop come. The platform lists only subscriptions that were made through its API, so a topic counts as registered if it is
 * listed with the address of the proxy, or if it has come.
 */
export async function checkShopifyWebhooks(config: Config, admin: Admin | undefined): Promise<Finding[]> {
  const [listed, arrivals] = await Promise.all([admin ? listSubscriptions(admin) : [], readArrivals(config)])
  const addressOf = (topic: string) => `${config.publicUrl}/v1/platforms/shopify/${topic}`
  const astray = listed.filter(({ topic, uri }) => isNeeded(topic) && uri !== addressOf(topic))
  if (astray[0])
    return [
      failed(
        check,
        `${astray.map(({ topic, uri }) => `${topic} is sent to ${uri}`).join(', ')}, which is not the address of this topic`,
        `Register ${astray.map(({ topic }) => addressOf(topic)).join(', ')} instead`,
      ),
    ]
  const ours = new Set(listed.map(({ topic }) => topic))
  const missing = neededTopics.filter((topic) => !ours.has(topic) && !arrivals?.topics.has(topic))
  const last =
    arrivals?.lastOrder === undefined ? 'no order webhook has come yet' : `the last order webhook came at ${new Date(arrivals.lastOrder).toISOString()}`
  const deploy = 'Run "shopify app deploy" in the folder of shopify.app.toml, which registers all of them, and place a test order'
  if (missing.length === 0) return [passed(check, `${last}; all ${neededTopics.length} topics are registered or have come`)]
  // Some are registered one by one, and the rest was forgotten.
  if (ours.size > 0) return [failed(check, `${last}; not registered: ${missing.join(', ')}`, deploy)]
  if (missing.length === neededTopics.length) return [noted(check, `${last} in the last days; Shopify does not list what shopify.app.toml registers`, deploy)]
  return [noted(check, `${last}; not seen in 48 hours: ${missing.join(', ')}`, `If such changes were made in the shop, they are not registered. ${deploy}`)]
}

const isNeeded = (topic: string) => neededTopics.some((one) => one === topic)

async function listSubscriptions(admin: Admin): Promise<{ topic: string; uri: string }[]> {
  const { webhookSubscriptions } = await admin.ask<Answer>(question, {})
  return webhookSubscriptions.nodes.map(({ topic, uri }) => ({ topic: topicKey(topic), uri }))
}

/** Undefined if the store cannot be read; another check says so. */
async function readArrivals({ store, shopName }: Config): Promise<Arrivals | undefined> {
  if ('folder' in store && !existsSync(join(store.folder, 'store.db'))) return undefined
  try {
    const stores = await (await import('../background/stores.ts')).openStores(store, shopName)
    try {
      const found = await Promise.all(neededTopics.map(async (topic) => [topic, await stores.lastDelivery(`shopify/${topic}`)] as const))
      const jobs = await stores.list({ kind: 'webhook', limit: 100 })
      return {
        topics: new Map(found.flatMap(([topic, at]) => (at === undefined ? [] : [[topic, at]]))),
        lastOrder: jobs.find(({ subject }) => subject.startsWith('shopify/orders:'))?.acceptedAt,
      }
    } finally {
      await stores.close()
    }
  } catch {
    return undefined
  }
}
