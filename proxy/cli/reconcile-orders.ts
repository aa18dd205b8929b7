import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { readConfig } from '../config/config.ts'
import { createSealer } from '../identity/seal.ts'
import { Part, readPayload } from '../platforms/payload.ts'
import { platformOf, type Platform } from '../platforms/platform.ts'
import { shopify } from '../platforms/shopify.ts'
import { woocommerce } from '../platforms/woocommerce.ts'
import { createQuotes, type Quotes } from '../identity/sealed-quotes.ts'
import { createShop } from '../background/create-shop.ts'
import { createOrderLists } from '../shop-admin/order-lists.ts'
import { Stop } from './io/exit-codes.ts'
import { invocation } from './io/invocation.ts'

/** An order as its platform has it. */
export interface ListedOrder {
  platform: Platform
  payload: Part
}

/** The 24 hours of a day in UTC. */
export interface Day {
  from: Date
  to: Date
}

/** Reads the orders of a file: a list, the `orders` of an answer of the Admin API, or one per line. */
export async function* ordersIn(path: string): AsyncGenerator<ListedOrder> {
  const text = await readText(path)
  const json = readPayload(text)
  if (json) {
    const list = Array.isArray(json.value) ? json : json.at('orders')
    const items = list.items()
    for (const item of items.length > 0 || Array.isArray(list.value) ? items : [json])
      yield known(new Part(item.value, ''), `${path}: ${item.path || 'the order'}`)
    return
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const payload = readPayload(line)
    if (!payload) throw new Stop('misused', [`${path}: line ${index + 1} is no JSON. Nothing was sent.`])
    yield known(payload, `${path}: line ${index + 1}`)
  }
}

function known(payload: Part, where: string): ListedOrder {
  const platform = platformOf(payload, [shopify, woocommerce])
  if (!platform) throw new Stop('misused', [`${where} is no order of Shopify (created_at) or WooCommerce (date_created_gmt). Nothing was sent.`])
  return { platform, payload }
}

async function readText(path: string): Promise<string> {
  try {
    return path === '-' ? await readAll(invocation().stdin) : readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Stop('misused', [`--file: ${(cause as Error).message}`], { cause })
  }
}

/** Opens the sealed quotes in the orders, with the keys of the settings. */
export function readQuotes(): Quotes {
  const { sessionKeys, publicUrl, quoteTtl } = readConfig(invocation().env)
  return createQuotes(createSealer(sessionKeys, publicUrl), quoteTtl)
}

/** Requests the orders that were placed or changed on a day from the platform. */
export async function* ordersOf({ from, to }: Day): AsyncGenerator<ListedOrder> {
  const config = readConfig(invocation().env)
  const shop = createShop(config)
  const lists = Object.values(createOrderLists(config, shop))
  try {
    if (lists.length === 0)
      throw new Stop('misused', [
        'No platform is set up that lists its orders (SHOPIFY_CLIENT_ID, or WOOCOMMERCE_URL and WOOCOMMERCE_API_KEY). Pass the orders in a file: --file',
      ])
    for (const list of lists) {
      for await (const { platform, text } of list.orders(from, to)) {
        const payload = readPayload(text)
        if (payload) yield { platform: platform === 'shopify' ? shopify : woocommerce, payload }
      }
    }
  } catch (error) {
    if (error instanceof Stop) throw error
    throw new Stop('unanswered', [`The platform did not list its orders: ${(error as Error).message}`], { cause: error })
  } finally {
    for (const list of lists) await list.close?.()
    await shop?.close?.()
  }
}

/** Whether the order was placed or changed on that day. */
export const isOf = ({ platform, payload }: ListedOrder, day: Day | undefined) =>
  !day || platform.timesOf(payload).some((time) => time !== undefined && time >= day.from.getTime() && time < day.to.getTime())
