import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { createClient, type Client } from '../src/contract/client.ts'
import type { Endpoints } from '../src/contract/endpoint.ts'
import { buildServices } from '../demo/services/app.ts'
import type { ServicesOptions } from '../demo/services/world.ts'
import { readSettings } from '../demo/settings.ts'
import { buildApp } from '../proxy/app.ts'
import type { RequestTimes } from '../proxy/http/server.ts'
import { readConfig } from '../proxy/config/config.ts'
import { merchant } from '../proxy/merchant/merchant.ts'
import type { RedemptionTimes } from '../proxy/routes/redemptions/redeem.ts'
import { freePort } from './free-port.ts'
import { proxyCommand } from './proxy-command.ts'

export { until } from './until.ts'

type Changes = Record<string, string | undefined>

export interface StackOptions {
  /** Origins of pages that may ask the proxy, beside the shop's own. */
  origins?: string[]
  /** Whether the demo shop is started too. */
  shop?: boolean
  /** Settings that differ from the demo's; undefined takes one away. Or what makes them, once the services run and all addresses are known. */
  settings?: Changes | ((settings: Record<string, string>) => Promise<Changes>)
  services?: Partial<ServicesOptions>
  /** Whether the proxy's queue runs in a thread of its own, as it does in production. */
  thread?: boolean
  /** How long redemptions are waited for, where it is something else than in production. */
  redemptionTimes?: RedemptionTimes
  /** How long a request may take to arrive, where it is something else than in production. */
  requestTimes?: RequestTimes
  /** Milliseconds that the connection of an unread request outlives its answer, where it is something else than in production. */
  linger?: number
}

/** Who asks, and how: an origin, a session, headers. */
export interface Asking {
  origin?: string
  token?: string
  headers?: Record<string, string>
}

export interface Fault {
  match?: { method?: string; path?: string }
  status?: number
  delay_ms?: number
  /** Whether the answer waits until `mend`. */
  hold?: true
  /** Whether the delay comes once the request has taken effect. */
  after_effect?: boolean
  drop?: boolean | 'before' | 'after'
  body?: unknown
  times?: number
}

/** The real proxy between real stand-ins and, if asked for, the real demo shop, each on a port of its own. */
export interface Stack {
  proxy: string
  operator: string
  /** Lets the proxy end each connection with its answer, as it does before it shuts down. */
  leave: () => void
  services: string
  shop: string
  /** An origin that may ask the proxy. */
  origin: string
  settings: Record<string, string>
  /** Every line the proxy has logged. */
  log: readonly string[]
  /** The proxy, asked as a page of the shop would. */
  browser<Table extends Endpoints>(table: Table, asking?: Asking): Client<Table>
  /** The proxy, asked as the merchant's backend would. */
  backend: Client<typeof merchant>
  /** A proof that this customer is signed in, as the shop signs it. */
  assertion(customer: string, claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Makes the stand-ins fail. */
  fault(fault: Fault): Promise<void>
  mend(): Promise<void>
  /** What the stand-ins hold. */
  state<Found = unknown>(of?: string): Promise<Found>
  stop(): Promise<void>
}

/** A stack, of which nothing is left over where part of it does not start. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const ends: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    return { ...(await start(options, ends)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the parts one after another; `ends` gathers what ends each. */
async function start(
  {
    origins = [],
    shop: withShop = false,
    settings: changes = {},
    services: servicesOptions = {},
    thread = false,
    redemptionTimes,
    requestTimes,
    linger,
  }: StackOptions,
  ends: (() => Promise<void>)[],
): Promise<Omit<Stack, 'stop'>> {
  const listen = async (app: FastifyInstance, port = 0) => {
    ends.push(() => app.close())
    return app.listen({ port, host: '127.0.0.1' })
  }
  // The shop's and the proxy's addresses have to be known before either starts, since each needs the other's.
  const [shopPort, proxyPort] = await Promise.all([freePort(), freePort()])
  const shopOrigin = `http://127.0.0.1:${shopPort}`
  const proxyAddress = `http://127.0.0.1:${proxyPort}`

  const demo = readSettings({})
  const dataFolder = await mkdtemp(join(tmpdir(), 'storefront-'))
  ends.push(() => rm(dataFolder, { recursive: true, force: true }))
  const servicesApp = await buildServices({
    loyaltyKey: demo.LOYALTY_API_KEY!,
    protectionKey: demo.PROTECTION_API_KEY!,
    effectDelay: 50,
    enrichment: { delay: 50 },
    shopOrigin,
    claimsUrl: `${proxyAddress}/v1/claims`,
    ...servicesOptions,
  })
  const services = await listen(servicesApp)

  const whole = {
    ...demo,
    HOST: '127.0.0.1',
    PORT: String(proxyPort),
    PUBLIC_URL: proxyAddress,
    ALLOWED_ORIGINS: [shopOrigin, ...origins].join(','),
    LOYALTY_BASE_URL: `${services}/loyalty`,
    PROTECTION_BASE_URL: `${services}/protection/api/v1`,
    TRACK_BASE_URL: `${services}/track`,
    DATA_DIR: dataFolder,
    // Several stacks may be instances of one shop.
    SHOP_NAME: 'kiln-and-paper',
  }
  const settings = withoutUndefined({ ...whole, ...(typeof changes === 'function' ? await changes(withoutUndefined(whole)) : changes) })
  const log: string[] = []
  const built = (name: string) => {
    const folder = fileURLToPath(new URL(`../dist/${name}`, import.meta.url))
    return existsSync(folder) ? folder : undefined
  }
  const { app, operator, leave } = await buildApp(readConfig(settings), {
    widgets: built('widgets'),
    consoleFiles: built('console'),
    doctor: async () => (await import('../proxy/doctor/doctor.ts')).runChecks(settings),
    log: { write: (line) => log.push(line) },
    thread,
    ...(redemptionTimes && { redemptionTimes }),
    ...(requestTimes && { requestTimes }),
    ...(linger !== undefined && { linger }),
  })
  const operatorAddress = await listen(operator)
  const proxy = await listen(app, proxyPort)
  if (withShop) {
    // Few tests need the shop, and its modules are a sixth of what a test file loads.
    const { buildShop } = await import('../demo/shop/app.ts')
    const shopApp = await buildShop({ settings, origin: shopOrigin, command: [process.execPath, ...proxyCommand('cli')] })
    await listen(shopApp, shopPort)
  }
  const origin = origins[0] ?? shopOrigin
  const control = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${services}/_control/${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    proxy,
    operator: operatorAddress,
    leave,
    services,
    shop: shopOrigin,
    origin,
    settings,
    log,
    browser: (table, { origin: from = origin, token, headers } = {}) =>
      createClient(table, {
        baseUrl: proxy,
        headers: { Origin: from, 'X-Storefront-Client': '1', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      }),
    backend: createClient(merchant, { baseUrl: proxy, headers: { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` } }),
    async assertion(customer, claims = {}, header = {}) {
      const [kid, secret] = settings.ASSERTION_KEYS!.split(':') as [string, string]
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ iss: origin, aud: settings.PUBLIC_URL, sub: customer, iat: now, exp: now + 120, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'storefront-assertion+jwt', kid, ...header })
        .sign(Buffer.from(secret, 'base64url'))
    },
    async fault(fault) {
      await control('faults', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ match: {}, ...fault }) })
    },
    async mend() {
      await control('faults', { method: 'DELETE' })
    },
    async state<Found>(of?: string) {
      return (await (await control(of ? `state?of=${of}` : 'state')).json()) as Found
    },
  }
}

const withoutUndefined = (settings: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Record<string, string>
