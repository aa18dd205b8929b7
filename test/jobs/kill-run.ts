import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { readSettings } from '../../demo/settings.ts'
import { openStores, type OpenStores } from '../../proxy/background/stores.ts'
import { createClient } from '../../src/contract/client.ts'
import { protection, type Quote } from '../../src/contract/protection.ts'
import { claimsKey, resolverSecret } from '../claims/claims-stack.ts'
import { startResolver, type Trouble } from '../claims/resolver.ts'
import { createChance } from './kill-chance.ts'
import { startClaimsSide } from './kill-claims.ts'
import { buysQuote, fates, quoted } from './kill-protection.ts'
import { processSettings, startProxies } from './kill-proxies.ts'
import { startFailingServices } from './kill-services.ts'
import { createStory, loyaltyMessage, loyaltyToken, type Story, type Message } from './kill-story.ts'
import { faultsOf, faultsOfShop } from './kill-verdict.ts'
import { createWebhookStory, webhookSettings } from './kill-webhooks.ts'

interface KillOptions {
  kills: number
  /** How many proxies run; each kill hits one of them. */
  proxies: number
  /** The PostgreSQL that the proxies share; absent: an embedded store, for one proxy. */
  databaseUrl?: string
  seed: number
  /** Whether all waiting jobs are retried after the last kill, as a person can do, instead of waiting until each is due. */
  hurry?: boolean
  /** Aborts the run. */
  signal?: AbortSignal
}

/** The result of a run. */
export interface KillFindings {
  /** Everything that went wrong; empty if all is well. */
  faults: string[]
  kills: number
  orders: number
  /** How many orders had each fate. */
  fates: Record<string, number>
  claims: number
  /** How often the shop gave something: refunds, goods and credits. */
  given: number
  loyaltyEvents: number
  /** Reports that were accepted, each counted once. */
  reports: number
  /** Reports that were sent again, on purpose or because no answer said that they were accepted. */
  repeats: number
  requests: number
  failedBefore: number
  failedAfter: number
  /** Requests that the service received again. */
  resent: number
}

/**
 * Milliseconds after the last kill within which everything has to be delivered. A job that failed often is tried again after five minutes.
 * In a hurry all waiting jobs are retried every `between` milliseconds, so that a loss shows within a minute.
 */
const timeouts = { unhurried: 400_000, hurried: 50_000, between: 5_000 }
/** How many orders are reported at once, and how many may be on their way to the service before another is placed. */
const atOnce = 6
const mostUnmade = 30
const origin = 'http://127.0.0.1'
/** How the merchant's own system may fail at first; undefined: it does not fail. */
const troubles: readonly (Trouble[] | undefined)[] = [undefined, ['drop before'], ['drop after'], [{ status: 500 }, 'drop after']]

/**
 * Reports orders to proxies without a pause, with their protection, refunds, claims and loyalty webhooks. Kills the proxies at random moments
 * while a third of all requests to the services fail. Resolves to what was lost, doubled, given twice or out of order.
 */
export async function runKills({ kills, proxies: howMany, databaseUrl, seed, hurry = false, signal }: KillOptions): Promise<KillFindings> {
  const chance = createChance(seed)
  const services = await startFailingServices(createChance(seed + 1))
  const resolver = await startResolver()
  const folder = await mkdtemp(join(tmpdir(), 'storefront-kill-'))
  const dispatcher = new Agent({ connections: 64 })
  const demo = readSettings({})
  const { proxies, until } = await startProxies(howMany, {
    ...processSettings(services.address, folder, databaseUrl),
    ALLOWED_ORIGINS: origin,
    // All shoppers have one network address here.
    NETWORK_RATES: '1000000,1000000',
    ...webhookSettings,
    LOYALTY_WEBHOOK_TOKENS: loyaltyToken,
    CLAIMS_API_KEYS: claimsKey,
    CLAIMS_RESOLVER: 'url',
    CLAIMS_RESOLVER_URL: resolver.url,
    CLAIMS_RESOLVER_SECRET: resolverSecret,
    CLAIMS_MODE: 'auto',
    CLAIMS_AUTO_LIMIT: '100.00 USD',
  })
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${demo.MERCHANT_API_KEYS!}` }
  const before = await services.totals()

  const stories: Story[] = []
  /** The ids of accepted reports, by mark. */
  const accepted = new Map<string, Set<string>>()
  let repeats = 0
  let numbers = 700_000
  let isOver = false

  /** Called at each answer of a proxy and each request to a service; these moments decide when a kill happens. */
  let happened = () => {}
  services.heard = () => happened()
  async function happen(times: number) {
    for (; times > 0; times -= 1) await new Promise<void>((resolve) => (happened = resolve))
  }

  /** Waits until a proxy answers; resolves to the address of one that does. */
  async function anyProxy(): Promise<string> {
    await until(() => proxies.some(({ address }) => address))
    return chance.one(proxies.filter((proxy) => proxy.address)).address!
  }

  /** Requests a quote for the cart, as a page of the shop does, until there is one. */
  async function quote(): Promise<Quote> {
    for (;;) {
      const browser = createClient(protection, { baseUrl: await anyProxy(), headers: { Origin: origin, 'X-Storefront-Client': '1' } })
      const answer = await browser.quoteProtection(quoted).catch(() => undefined)
      happened()
      if (answer) return answer
      await pause(20)
    }
  }

  /** Sends a report to any proxy that answers, until it is accepted: a caller without an answer has to send it again. */
  async function send({ method, path, body, headers: own, mark }: Message) {
    for (let tries = 1; ; tries += 1) {
      const address = await anyProxy()
      if (tries > 1) repeats += 1
      const answer = await request(address + path, { method, headers: { ...headers, ...own }, body, dispatcher })
        .then(async (reply) => ({ status: reply.statusCode, said: (await reply.body.json()) as { id?: string } }))
        .catch(() => undefined)
      happened()
      if (answer?.status === 202 || answer?.status === 200) {
        const ids = accepted.get(mark) ?? new Set()
        if (accepted.has(mark)) repeats += 1
        // A webhook is answered without an id.
        accepted.set(mark, answer.said.id === undefined ? ids : ids.add(answer.said.id))
        return
      }
      if (answer && answer.status !== 503) throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.said)}`)
      if (answer) await pause(20)
    }
  }

  /** Orders that the service has not made yet. */
  const unmade = new Set<string>()
  let waiting: (() => void)[] = []
  const goOn = () => {
    for (const resolve of waiting) resolve()
    waiting = []
  }
  services.took = ({ method, path, body, status }) => {
    if (method !== 'POST' || status >= 300) return
    const order = String(body.shop_order_id)
    if (path === '/orders' && unmade.delete(order)) goOn()
    const claim = path === '/shipments' && claimable.get(order)
    if (claim && claimable.delete(order)) claims.raise(claim)
  }
  /** The fates of the orders, and the claims of orders without a shipment at the service. */
  const fateOf = new Map<string, Story['fate']>()
  const claimable = new Map<string, NonNullable<Story['claim']>>()
  const claims = startClaimsSide(anyProxy)
  const refusals: Partial<Record<Story['fate'], 'order' | 'token'>> = { 'order refused': 'order', 'token refused': 'token' }
  services.refuses = (order) => refusals[fateOf.get(order) ?? 'unprotected']

  async function tellStories() {
    while (!isOver) {
      const number = (numbers += 1)
      const isOfBackend = number % 2 === 0
      const own = createChance(seed * 1_000_003 + number)
      // Fates take turns, so that a few orders cover them all.
      const possible = fates[isOfBackend ? 'backend' : 'platform']
      const fate = possible[Math.floor(number / 2) % possible.length]!
      const bought = buysQuote(fate) ? { quote: await quote() } : {}
      const story = (isOfBackend ? createStory : createWebhookStory)(String(number), own, { fate, ...bought })
      stories.push(story)
      fateOf.set(story.order, fate)
      if (fate !== 'order refused') unmade.add(story.order)
      if (story.claim) claimable.set(story.order, story.claim)
      const trouble = own.one(troubles)
      if (trouble) resolver.trouble(story.claim?.id ?? story.givenBack?.line ?? '', ...trouble)
      for (const message of [...story.messages, ...(own.happens(0.3) ? [loyaltyMessage(String(number))] : [])]) await send(message)
      // Waits while more orders are open than can be delivered soon.
      while (!isOver && unmade.size > mostUnmade) await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  async function killOften() {
    for (let killed = 1; killed <= kills; killed += 1) {
      await happen(chance.whole(1, 100))
      await pause(chance.next() * 10)
      const victim = chance.one(proxies)
      await victim.kill()
      victim.start()
      // Sometimes the next kill may come before the proxy answers again.
      if (chance.happens(0.2)) await pause(chance.next() * 400)
      else await until(() => victim.address !== undefined)
    }
    await until(() => proxies.every(({ address }) => address))
    isOver = true
    goOn()
  }

  /** Waits until no job and no claim is open; resolves to what did not end well. */
  async function settle(): Promise<string[]> {
    const stores = await openStores(databaseUrl === undefined ? { folder } : { url: databaseUrl })
    try {
      const end = performance.now() + (hurry ? timeouts.hurried : timeouts.unhurried)
      let again = 0
      while (((await stores.stats()).states.waiting > 0 || claims.open() > 0) && performance.now() < end) {
        if (hurry && performance.now() >= again) {
          await stores.retry((await stores.list({ states: ['waiting'], limit: 1_000 })).map(({ id }) => id))
          again = performance.now() + timeouts.between
        }
        await pause(50)
      }
      return [...claims.end(), ...(await faultsOfJobs(stores))]
    } finally {
      await stores.close()
    }
  }

  /**
   * Lists accepted reports that were lost, doubled or not done. A report that the service refuses has to fail, so that a person sees it; and where the
   * service refuses the token of an order that does not say what it was charged, a person has to give that back.
   */
  async function faultsOfJobs(stores: OpenStores): Promise<string[]> {
    const open = await stores.list({ states: ['waiting', 'held', 'failed', 'dropped'], limit: 10_000 })
    const isRefused = ({ businessKey: order, kind, state }: (typeof open)[number]) =>
      state === 'failed' && kind === 'order' && fateOf.get(order ?? '') === 'order refused'
    const refused = new Set(
      open.filter((one) => isRefused(one) && one.notes.some((note) => note.includes('Email is invalid'))).map(({ businessKey: order }) => order),
    )
    const byHand = new Set(stories.filter(({ fate, givenBack }) => fate === 'token refused' && !givenBack).map(({ order }) => order))
    const isByHand = ({ businessKey: order, kind, state }: (typeof open)[number]) => state === 'held' && kind === 'platform-refund' && byHand.has(order ?? '')
    const heldByHand = open.filter(isByHand).map(({ businessKey: order }) => order!)
    const doubled = [...accepted].filter(([, ids]) => ids.size > 1).map(([mark, ids]) => `${mark} was accepted as ${ids.size} reports`)
    const states = await Promise.all([...accepted.values()].flatMap((ids) => [...ids].map(async (id) => stores.find(id))))
    const lost = states.filter((job) => !job || !(job.state === 'delivered' || isRefused(job))).length
    const events = (await stores.list({ kind: 'loyalty-event', limit: 100_000 })).map(({ subject }) => subject)
    const sent = [...accepted.keys()].filter((mark) => mark.startsWith('customer.updated/'))
    return [
      ...open
        .filter((one) => !isRefused(one) && !isByHand(one))
        .slice(0, 20)
        .map(({ subject, state, notes }) => `${subject} is ${state} in the end: ${notes.join('; ')}`),
      ...stories
        .filter(({ order, fate }) => fate === 'order refused' && !refused.has(order))
        .map(({ order }) => `order ${order} was refused, but no failed job shows it`),
      ...(heldByHand.sort().join() === [...byHand].sort().join()
        ? []
        : [`a person has to give back for ${[...byHand].join()}, and jobs are held for ${heldByHand.join()}`]),
      ...doubled,
      ...(lost > 0 ? [`${lost} accepted reports are not delivered`] : []),
      ...(events.sort().join() === sent.sort().join() ? [] : [`${sent.length} loyalty events were sent, and ${events.length} are stored`]),
    ]
  }

  try {
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
    await Promise.race([aborted, Promise.all([killOften(), ...Array.from({ length: atOnce }, tellStories)])])
    services.mend()
    const faults = [...(await settle()), ...faultsOf(stories, services.effects), ...faultsOfShop(stories, resolver)]
    const after = await services.totals()
    const shipments = stories.flatMap((story) => story.shipments)
    const expected = {
      orders: stories.filter(({ fate }) => fate !== 'order refused').length,
      shipments: shipments.length,
      events: shipments.flatMap(({ events }) => events).length,
    }
    for (const [of, many] of Object.entries(expected)) {
      if (after[of]! - before[of]! !== many) faults.push(`the service has ${after[of]! - before[of]!} ${of} instead of ${many}`)
    }
    const { requests, before: failedBefore, after: failedAfter } = services.counts
    const resent = services.effects.filter(({ path }) => path !== '/quotes').length - accepted.size
    const counted: Record<string, number> = {}
    for (const { fate } of stories) counted[fate] = (counted[fate] ?? 0) + 1
    const more = {
      fates: counted,
      claims: stories.filter(({ claim }) => claim).length,
      given: resolver.done.size,
      loyaltyEvents: [...accepted.keys()].filter((mark) => mark.startsWith('customer.updated/')).length,
    }
    return { faults, kills, orders: stories.length, ...more, reports: accepted.size, repeats, requests, failedBefore, failedAfter, resent }
  } finally {
    isOver = true
    claims.end()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await dispatcher.close()
    await services.stop()
    await resolver.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
