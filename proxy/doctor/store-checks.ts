import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import type { Config, NamedKey } from '../config/config.ts'
import { Refusal } from '../http/problems.ts'
import { errorRemedy, webhookErrorKind } from '../platforms/webhook-error.ts'
import { needsQueue } from '../background/open.ts'
import type { QueueDepth } from '../jobs/job-queries.ts'
import { failed, noted, passed, type Finding } from './finding.ts'
import { isOwn } from '../upstream/web-address.ts'
import { checkLostWebhooks } from './lost-webhooks.ts'

/** Months after which a key has been used long enough. */
const oldAfter = 12

/** Whether the keys that seal sessions are random, different from each other, and not too old. */
export function checkSessionKeys({ sessionKeys, publicUrl }: Config, now = new Date()): Finding {
  const check = 'session keys'
  const make = 'make one with "openssl rand 32 | basenc --base64url -w0 | tr -d =", and put it in front in SESSION_KEYS'
  const twice = sessionKeys.find(({ bytes }, index) => sessionKeys.findIndex((other) => Buffer.from(other.bytes).equals(bytes)) < index)
  if (twice) return failed(check, `"${twice.kid}" has the bytes of another key`, `A new key needs new bytes: ${make}`)
  const typed = sessionKeys.find(({ bytes }) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f))
  if (typed && !isOwn(new URL(publicUrl).hostname)) return failed(check, `"${typed.kid}" is typed text, which can be guessed`, `Use random bytes: ${make}`)
  const first = sessionKeys[0]!
  const age = monthsSince(first, now)
  if (age !== undefined && age > oldAfter)
    return failed(check, `"${first.kid}" is ${age} months old`, `Change it once a year: ${make}; remove the old key a day later`)
  const others = sessionKeys.length > 1 ? `, and ${sessionKeys.length - 1} more ${sessionKeys.length > 2 ? 'open' : 'opens'}` : ''
  const known = age === undefined ? '; name keys by their month ("2026-11") to see their age' : `, ${age} ${age === 1 ? 'month' : 'months'} old`
  return passed(check, `"${first.kid}" seals${others}${known}`)
}

/** How old a key is, where its name begins with its month. */
function monthsSince({ kid }: NamedKey, now: Date): number | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])(?!\d)/.exec(kid) ?? []
  return year === undefined ? undefined : (now.getUTCFullYear() - Number(year)) * 12 + now.getUTCMonth() + 1 - Number(month)
}

/** Whether reports can be stored, and whether they are delivered. */
export async function checkStore(config: Config): Promise<Finding[]> {
  if (!needsQueue(config)) {
    const nothing = 'not needed: nothing here reports or redeems'
    return [noted('store', nothing, 'Set MERCHANT_API_KEYS, a platform or webhooks to have orders reported'), noted('queue', nothing)]
  }
  const { store, shopName } = config
  if ('folder' in store && !existsSync(join(store.folder, 'store.db'))) {
    const says = `${store.folder} has no store yet; the first start creates it`
    return [(await couldBeMade(store.folder)) ?? noted('store', says), noted('queue', 'empty: nothing was reported yet')]
  }
  try {
    // The libraries of the store load only if a store exists.
    const stores = await (await import('../background/stores.ts')).openStores(store, shopName)
    try {
      await stores.check()
      const depth = await stores.depth()
      return [await describe(config), checkQueue(depth), ...checkWebhookErrors(depth), ...(await checkLostWebhooks(config, stores))]
    } finally {
      await stores.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof Refusal)) throw error
    const words = error instanceof ConfigError ? error.lines.join(' ') : error.cause instanceof Error ? error.cause.message : error.message
    return [failed('store', words, remedy), noted('queue', 'not checked: fix the store first')]
  }
}

const remedy = 'The proxy accepts no reports until this is fixed'

/** Bytes below which a disk will soon be full. */
const scarce = 512 * 1024 * 1024

async function describe({ store, shopName }: Config): Promise<Finding> {
  const owner = `it belongs to the shop "${shopName}" (SHOP_NAME, else PUBLIC_URL)`
  if ('url' in store) return passed('store', `PostgreSQL answers, accepts writes and has the current tables; several instances may share it; ${owner}`)
  const { bavail, bsize } = await statfs(store.folder)
  const free = `${Math.floor((bavail * bsize) / 1024 / 1024)} MiB free`
  if (bavail * bsize < scarce) return failed('store', `${store.folder} has ${free}`, 'Free disk space: reports are refused once the disk is full')
  return passed('store', `${store.folder} is writable, ${free}; run one instance: several need DATABASE_URL; ${owner}`)
}

async function couldBeMade(folder: string): Promise<Finding | undefined> {
  let there = resolve(folder)
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  const [isFolder, writable] = await Promise.all([stat(there).then((found) => found.isDirectory()), access(there, constants.W_OK).then(yes, no)])
  return isFolder && writable
    ? undefined
    : failed('store', `${folder} cannot be created: ${there} is not writable`, 'Set DATA_DIR to a folder that the proxy may write to')
}

const yes = () => true
const no = () => false

/** Milliseconds after which something that waits should have been delivered. */
const long = 3_600_000

function checkQueue(rows: readonly QueueDepth[]): Finding {
  const count = (state: string) => rows.filter((row) => row.state === state).reduce((sum, { jobs }) => sum + jobs, 0)
  const [held, broken, waiting] = [count('held'), count('failed'), count('waiting')]
  const oldest = Math.max(0, ...rows.filter(({ state }) => state === 'waiting').map((row) => row.oldest))
  const age = oldest < 60_000 ? '' : `, the oldest for ${oldest < 2 * long ? `${Math.round(oldest / 60_000)} minutes` : `${Math.round(oldest / long)} hours`}`
  const says = `${waiting} waiting${age}, ${held} held, ${broken} failed`
  if (held + broken > 0) return failed('queue', says, 'See the reasons with "storefront-proxy queue list"; then "queue retry" or "queue drop"')
  if (oldest > long) return failed('queue', says, 'Check that the proxy runs, and see the reasons with "storefront-proxy queue list"')
  return passed('queue', says)
}

/** Finds webhooks of WooCommerce that carry an error in place of an order; no finding if there are none. */
function checkWebhookErrors(rows: readonly QueueDepth[]): Finding[] {
  const count = rows.filter(({ kind, state }) => kind === webhookErrorKind && state === 'held').reduce((sum, { jobs }) => sum + jobs, 0)
  if (count === 0) return []
  const says = `${count} ${count === 1 ? 'webhook' : 'webhooks'} carried an error instead of an order`
  return [failed('WooCommerce webhooks', says, errorRemedy)]
}
