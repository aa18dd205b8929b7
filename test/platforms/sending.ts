import { createHash } from 'node:crypto'
import { openStores } from '../../proxy/background/stores.ts'
import type { StoredJob } from '../../proxy/jobs/job.ts'
import type { JobFilter } from '../../proxy/jobs/queue.ts'
import { startStack, until, type Stack, type StackOptions } from '../stack.ts'
import { sign, toBody, type Payload } from './payloads.ts'

export const shop = 'kiln-and-paper.myshopify.com'
/** The first secret has just replaced the second. */
export const secrets = ['shpss-new-and-worthless', 'shpss-old-and-worthless'] as const
const wooSecret = 'woocommerce-and-worthless'

/** The settings with which a proxy accepts webhooks of both platforms. */
export const platformSettings = {
  SHOPIFY_SHOP: shop,
  SHOPIFY_APP_SECRETS: secrets.join(','),
  WOOCOMMERCE_SECRETS: wooSecret,
  SHOPIFY_ADMIN_TOKEN: '',
  CLAIMS_API_KEYS: '',
  CLAIMS_RESOLVER: '',
}

/** Starts a stack whose proxy accepts webhooks of both platforms. */
export const startPlatformStack = ({ settings = {}, ...options }: StackOptions & { settings?: Record<string, string | undefined> } = {}) =>
  startStack({ ...options, settings: { ...platformSettings, ...settings } })

interface Delivery {
  /** Headers that differ; undefined leaves one out. */
  headers?: Record<string, string | undefined>
  secret?: string
  /** The topic in the path, if it differs. */
  path?: string
}

let deliveries = 0

/** Sends a webhook as Shopify does. */
export function fromShopify(
  { proxy }: Pick<Stack, 'proxy'>,
  topic: string,
  payload: Payload | string | Buffer,
  { headers, secret = secrets[0], path }: Delivery = {},
) {
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : toBody(payload)
  return post(`${proxy}/v1/platforms/shopify/${path ?? topic.replace(/[/_]/g, '-')}`, body, {
    'Content-Type': 'application/json',
    'X-Shopify-Topic': topic,
    'X-Shopify-Hmac-Sha256': sign(body, secret),
    'X-Shopify-Shop-Domain': shop,
    'X-Shopify-API-Version': '2026-07',
    'X-Shopify-Webhook-Id': `delivery-${(deliveries += 1)}`,
    ...headers,
  })
}

/** The webhook ids of WooCommerce: one webhook for each topic. */
const wooWebhooks: Readonly<Record<string, string>> = { 'order.created': '5', 'order.updated': '6' }

/**
 * WooCommerce's id of a delivery, made of its webhook and the second (`wp_hash( $this->get_id() . strtotime( 'now' ) )`, class-wc-webhook.php):
 * all orders of one second share an id.
 */
const wooDeliveryId = (webhook: string) =>
  createHash('md5')
    .update(`${webhook}${Math.floor(Date.now() / 1000)}`)
    .digest('hex')

/** Sends a webhook as WooCommerce does. */
export function fromWooCommerce(
  { proxy }: Pick<Stack, 'proxy'>,
  topic: string,
  payload: Payload | string,
  { headers, secret = wooSecret, path }: Delivery = {},
) {
  const body = typeof payload === 'string' ? payload : toBody(payload)
  const webhook = wooWebhooks[topic] ?? '7'
  return post(`${proxy}/v1/platforms/woocommerce/${path ?? topic.replace('.', '-')}`, body, {
    'Content-Type': 'application/json',
    'X-WC-Webhook-Topic': topic,
    'X-WC-Webhook-Signature': sign(body, secret),
    'X-WC-Webhook-Source': 'https://kiln-and-paper.example/',
    'X-WC-Webhook-ID': webhook,
    'X-WC-Webhook-Delivery-ID': wooDeliveryId(webhook),
    ...headers,
  })
}

function post(url: string, body: string | Buffer, headers: Record<string, string | undefined>) {
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  return fetch(url, { method: 'POST', headers: given, body: new Uint8Array(Buffer.from(body)) })
}

/** Lists the jobs in the store of a stack, as `queue list` does. */
export async function jobs({ settings }: Pick<Stack, 'settings'>, filter: JobFilter = {}): Promise<StoredJob[]> {
  const stores = await openStores({ folder: settings.DATA_DIR! })
  try {
    return await stores.list({ limit: 1000, ...filter })
  } finally {
    await stores.close()
  }
}

/** Reads a fact from the store of a stack. */
export async function fact<Value>({ settings }: Pick<Stack, 'settings'>, name: string): Promise<Value | undefined> {
  const stores = await openStores({ folder: settings.DATA_DIR! })
  try {
    return await stores.fact<Value>(name)
  } finally {
    await stores.close()
  }
}

/** Retries a job, as `queue retry` does. */
export async function retry({ settings }: Pick<Stack, 'settings'>, id: string) {
  const stores = await openStores({ folder: settings.DATA_DIR! })
  await stores.retry([id])
  await stores.close()
}

/** Drops a job, as `queue drop` does. */
export async function drop({ settings }: Pick<Stack, 'settings'>, id: string, note: string) {
  const stores = await openStores({ folder: settings.DATA_DIR! })
  await stores.drop([id], note)
  await stores.close()
}

/** Waits until every job has ended, or waits with a note. */
export const settled = (stack: Pick<Stack, 'settings'>, order?: string) =>
  until(
    () => jobs(stack, order === undefined ? {} : { businessKey: order }),
    (all) => all.length > 0 && all.every(({ state, notes }) => state !== 'waiting' || notes.length > 0),
  )
