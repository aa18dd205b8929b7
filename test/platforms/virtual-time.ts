import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { createHandlers } from '../../proxy/background/handlers.ts'
import { ShopRefusal, type LineShare, type Shop } from '../../proxy/shop-admin/shop.ts'
import { Refusal } from '../../proxy/http/problems.ts'
import { domains } from '../../proxy/background/stores.ts'
import { deleteExpired } from '../../proxy/jobs/retention.ts'
import type { Clock } from '../../proxy/store/clock.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { createJobStore } from '../../proxy/jobs/job-store.ts'
import { createStoreAccess } from '../../proxy/store/store-access.ts'
import { classifyError } from '../../proxy/reports/classify-error.ts'
import type { Attempt } from '../../proxy/jobs/apply-outcome.ts'
import { commitAndClaim } from '../../proxy/jobs/commit-and-claim.ts'
import type { ClaimedJob, Job } from '../../proxy/jobs/job.ts'
import { createContexts } from '../../proxy/jobs/run-handler.ts'
import type { QuoteClaims } from '../../proxy/identity/sealed-quotes.ts'
import type { Transport } from '../../proxy/upstream/transport.ts'
import { createServices } from '../../proxy/upstream/services.ts'

/** One request for a refund. */
export interface AskedRefund {
  key: string
  order: string
  lines: LineShare[]
  /** Whether money moved: the shop makes no second refund under a key that it remembers. */
  isGiven: boolean
}

/** How a shop fails a request: it refuses for good, it is busy, or it makes the refund and its answer is lost. */
export type ShopTrouble = 'refuses' | 'is busy' | 'loses its answer'

const day = 24 * 3_600_000

/**
 * Starts the proxy's own store and handlers, with a shop, a service that can refuse tokens, and a clock that the test moves. Jobs are deleted
 * after their retention time, as in a proxy that runs for so long.
 */
export async function startInVirtualTime() {
  const config = readConfig(readSettings({}))
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const foreign = createSealer([{ kid: config.sessionKeys[0]!.kid, bytes: new Uint8Array(32).fill(7) }], config.publicUrl)
  // The data need not survive a power cut, and a disk would take most of the time.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'storefront-refunds-'))
  const database = await openDatabase({ folder })
  // Seals, orders and jobs are dated by the same clock.
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const now = () => Date.now()
  const clock: Clock = { now, proven: now, retention: now, set: () => Promise.resolve() }
  const stores = createJobStore(createStoreAccess({ database, now }))

  let refusesTokens = false
  const orders = new Set<string>()
  const answer = (method: string, url: string, body: string): [status: number, body: object] => {
    const id = method === 'POST' ? (JSON.parse(body) as { shop_order_id: string }).shop_order_id : decodeURIComponent(/orders\/([^/]+)/.exec(url)?.[1] ?? '')
    if (method !== 'POST') return orders.has(id) ? [200, {}] : [404, { error: [] }]
    if (refusesTokens && body.includes('purchased_quote_token')) return [422, { error: ['Purchased quote token is invalid'] }]
    orders.add(id)
    return [201, {}]
  }
  const transport = {
    send: (url: string | URL, init: { method?: string; body?: unknown }) => {
      const [status, body] = answer(init.method ?? 'GET', String(url), String(init.body))
      return Promise.resolve({ status, text: () => Promise.resolve(JSON.stringify(body)) })
    },
    close: () => Promise.resolve(),
  } as unknown as Transport

  const asked: AskedRefund[] = []
  const remembered = new Map<string, { id: string; at: number }>()
  /** Milliseconds for which the shop remembers a key. */
  let memory = day
  let troubles: ShopTrouble[] = []
  const shop: Shop = {
    async refund({ key, order, lines }) {
      const trouble = troubles.shift()
      const before = remembered.get(key)
      const isKnown = before !== undefined && now() - before.at < memory
      const isGiven = !isKnown && (trouble === undefined || trouble === 'loses its answer')
      asked.push({ key, order, lines, isGiven })
      if (trouble === 'refuses') throw new ShopRefusal('the gateway is away')
      const id = isKnown ? before.id : `r${asked.length}`
      if (isGiven) remembered.set(key, { id, at: now() })
      if (trouble !== undefined) throw new Refusal('upstream-unavailable', 'The shop does not answer.')
      return Promise.resolve({ id })
    },
    reorder: () => Promise.reject(new Error('nothing is sent again')),
    credit: () => Promise.reject(new Error('nothing is credited')),
  }
  const handlers = createHandlers({
    config,
    services: createServices(config, undefined, () => transport),
    sealer,
    shop,
    lists: {},
    database,
    now,
    log: { info() {} },
  })

  const contextOf = createContexts(database, { now, proven: now })

  async function attempt(job: ClaimedJob): Promise<Attempt> {
    const body = JSON.parse(job.body) as never
    const outcome = await handlers[job.kind]!(body, contextOf(job, new AbortController().signal)).catch(classifyError)
    return { job, outcome, startedAt: now() }
  }

  /** Runs all due jobs, and the due jobs that follow from them. */
  async function runDueJobs() {
    const wokenAt = new Map<string, number>()
    let attempts: Attempt[] = []
    for (;;) {
      const input = { attempts, wokenAt, owner: 'test', now: now(), leaseUntil: now() + day, capacity: 8, running: [], continues: true }
      const { next, woken } = await database.transact((tx) => commitAndClaim(database.kind, tx, input))
      for (const name of woken) wokenAt.set(name, now())
      if (next.length === 0) return
      attempts = await Promise.all(next.map(attempt))
    }
  }

  return {
    asked,
    /** Accepts jobs, and runs all due jobs. */
    async accept(...jobs: Job[]) {
      await stores.enqueue(jobs)
      await runDueJobs()
    },
    /** Moves the clock, runs the jobs that are due then, and deletes old rows after a day or more. */
    async pass(milliseconds: number) {
      mock.timers.tick(milliseconds)
      await runDueJobs()
      while (milliseconds >= day && (await deleteExpired(database, clock, domains)));
    },
    list: stores.list,
    fact: stores.fact,
    drop: (id: string) => stores.drop([id], 'given back by hand'),
    refuseTokens: (refuses: boolean) => void (refusesTokens = refuses),
    trouble: (...next: ShopTrouble[]) => void (troubles = next),
    /** Sets for how long the shop remembers a key. */
    remember: (milliseconds: number) => void (memory = milliseconds),
    seal: (claims: QuoteClaims) => sealer.seal('quote', claims),
    /** Seals with another proxy's key of the same name. */
    sealElsewhere: (claims: QuoteClaims) => foreign.seal('quote', claims),
    async stop() {
      mock.timers.reset()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The proxy's store and handlers in virtual time. */
export type VirtualTime = Awaited<ReturnType<typeof startInVirtualTime>>
