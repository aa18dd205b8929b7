import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { readSettings } from '../../demo/settings.ts'
import { openDesk } from '../../proxy/queue/desk.ts'
import { createChance } from './kill-chance.ts'
import { startProxies } from './kill-proxies.ts'
import { startFailingServices } from './kill-services.ts'
import { createStory, type Story, type Telling } from './kill-story.ts'
import { faultsOf } from './kill-verdict.ts'
import { createWebhookStory, webhookSettings } from './kill-webhooks.ts'

interface KillOptions {
  kills: number
  /** How many proxies there are, of which one is killed each time. */
  proxies: number
  /** PostgreSQL that they share; absent: an embedded store, for one. */
  databaseUrl?: string
  seed: number
  /** Whether a person has all tried again after the last kill, instead of waiting until each is due. */
  hurry?: boolean
  /** Ends it before it is over. */
  signal?: AbortSignal
}

/** What came of it. */
export interface KillFindings {
  /** All that is wrong; nothing, if all is well. */
  faults: string[]
  kills: number
  orders: number
  /** Reports that were accepted, each counted once. */
  reports: number
  /** Reports told again, since they had been told before or nobody knew whether they were accepted. */
  repeats: number
  requests: number
  failedBefore: number
  failedAfter: number
  /** Requests that told the service what it had been told. */
  resent: number
}

/**
 * Milliseconds after the last kill by which all has to be delivered: what has failed often is tried again after five minutes, unless a
 * person has it tried again, every so many milliseconds. So a loss is named within a minute.
 */
const patience = { unhurried: 400_000, hurried: 50_000, between: 5_000 }
/** How many orders are told of at once, and how many may be on their way to the service before another is placed. */
const atOnce = 6
const mostUnmade = 30

/** Tells proxies of orders without a pause, kills them at random moments while the services fail a third of the time, and says what was lost, doubled or out of order. */
export async function runKills({ kills, proxies: howMany, databaseUrl, seed, hurry = false, signal }: KillOptions): Promise<KillFindings> {
  const chance = createChance(seed)
  const services = await startFailingServices(createChance(seed + 1))
  const folder = await mkdtemp(join(tmpdir(), 'storefront-kill-'))
  const dispatcher = new Agent({ connections: 64 })
  const demo = readSettings({})
  const { proxies, until } = await startProxies(howMany, {
    ...demo,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    OPERATOR_PORT: '',
    LOYALTY_BASE_URL: `${services.address}/loyalty`,
    PROTECTION_BASE_URL: `${services.address}/protection/api/v1`,
    TRACK_BASE_URL: `${services.address}/track`,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl ?? '',
    ...webhookSettings,
  })
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${demo.MERCHANT_API_KEYS!}` }
  const before = await services.totals()

  const stories: Story[] = []
  /** The ids under which reports were accepted, by what they tell. */
  const accepted = new Map<string, Set<string>>()
  let repeats = 0
  let isOver = false

  /** Called at each answer of a proxy and each request to a service: the moments between which a kill can fall. */
  let happened = () => {}
  services.heard = () => happened()
  async function happen(times: number) {
    for (; times > 0; times -= 1) await new Promise<void>((resolve) => (happened = resolve))
  }

  /** Tells it again and again, to whichever proxy answers, until it is accepted: as whoever got no answer has to. */
  async function tell({ method, path, body, headers: own, mark }: Telling) {
    for (let tries = 1; ; tries += 1) {
      await until(() => proxies.some(({ address }) => address))
      const { address } = chance.one(proxies.filter((proxy) => proxy.address))
      if (tries > 1) repeats += 1
      const answer = await request(address! + path, { method, headers: { ...headers, ...own }, body, dispatcher })
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
    if (method === 'POST' && path === '/orders' && status < 300 && unmade.delete(String(body.shop_order_id))) goOn()
  }

  async function tellStories() {
    while (!isOver) {
      const number = 700_000 + stories.length
      const create = number % 2 === 0 ? createStory : createWebhookStory
      const story = create(String(number), createChance(seed * 1_000_003 + number))
      stories.push(story)
      unmade.add(story.order)
      for (const telling of story.tellings) await tell(telling)
      // No more than can be delivered soon.
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
      // It may be killed before it answers, too.
      if (chance.happens(0.2)) await pause(chance.next() * 400)
      else await until(() => victim.address !== undefined)
    }
    await until(() => proxies.every(({ address }) => address))
    isOver = true
    goOn()
  }

  /** Waits until nothing is left to be done; answers what did not end well. */
  async function settle(): Promise<string[]> {
    const desk = await openDesk(databaseUrl === undefined ? { folder } : { url: databaseUrl })
    try {
      const end = performance.now() + (hurry ? patience.hurried : patience.unhurried)
      let again = 0
      while ((await desk.stats()).states.waiting > 0 && performance.now() < end) {
        if (hurry && performance.now() >= again) {
          await desk.retry((await desk.list({ states: ['waiting'], limit: 1_000 })).map(({ id }) => id))
          again = performance.now() + patience.between
        }
        await pause(50)
      }
      const open = await desk.list({ states: ['waiting', 'held', 'failed', 'dropped'], limit: 20 })
      const unsettled = open.map(({ subject, state, notes }) => `${subject} is ${state} in the end: ${notes.join('; ')}`)
      const doubled = [...accepted].filter(([, ids]) => ids.size > 1).map(([mark, ids]) => `${mark} was accepted as ${ids.size} reports`)
      let lost = 0
      for (const ids of accepted.values()) for (const id of ids) if ((await desk.find(id))?.state !== 'delivered') lost += 1
      return [...unsettled, ...doubled, ...(lost > 0 ? [`${lost} accepted reports are not delivered`] : [])]
    } finally {
      await desk.close()
    }
  }

  try {
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
    await Promise.race([aborted, Promise.all([killOften(), ...Array.from({ length: atOnce }, tellStories)])])
    services.mend()
    const faults = [...(await settle()), ...faultsOf(stories, services.effects)]
    const after = await services.totals()
    const shipments = stories.flatMap((story) => story.shipments)
    const expected = { orders: stories.length, shipments: shipments.length, events: shipments.flatMap(({ events }) => events).length }
    for (const [of, many] of Object.entries(expected)) {
      if (after[of]! - before[of]! !== many) faults.push(`the service has ${after[of]! - before[of]!} ${of} instead of ${many}`)
    }
    const { requests, before: failedBefore, after: failedAfter } = services.counts
    const resent = services.effects.length - accepted.size
    return { faults, kills, orders: stories.length, reports: accepted.size, repeats, requests, failedBefore, failedAfter, resent }
  } finally {
    isOver = true
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await dispatcher.close()
    await services.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
