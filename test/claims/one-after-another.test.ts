import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { approveClaim } from '../../proxy/claims/approve-refuse.ts'
import { writeRequest } from '../../proxy/claims/claim-request.ts'
import { claimJob, toClaim, type Resolution } from '../../proxy/claims/claim.ts'
import { createHandlers } from '../../proxy/background/handlers.ts'
import { platformRefundJob } from '../../proxy/reports/report-jobs.ts'
import { orderFact, type OrderFacts } from '../../proxy/reports/report-facts.ts'
import { createUrlShop } from '../../proxy/shop-admin/url-shop.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { startJobs } from '../../proxy/background/start-jobs.ts'
import { createServices } from '../../proxy/upstream/services.ts'
import { until } from '../until.ts'
import { claimOf, claimsKey, resolverSecret, usd } from './claims-stack.ts'
import { startResolver, type Resolver } from './resolver.ts'

/** Settings that have claims resolved without a person. */
const automatic = { CLAIMS_API_KEYS: claimsKey, CLAIMS_RESOLVER: 'demo', CLAIMS_MODE: 'auto' }

/** Two mugs of 24.00 USD each, both sent. */
const facts: OrderFacts = {
  number: 'K-1',
  version: null,
  protected: true,
  refunded: false,
  currency: 'USD',
  money: { total: { cents: 5400, currency: 'USD' }, refunded: { cents: 0, currency: 'USD' } },
  lines: [{ id: '11', quantity: 2, total: usd(4800), refunded_quantity: 0, refunded: usd(0) }],
  shipped: { 11: 2 },
  financial_status: 'paid',
  customer: null,
  created: null,
  insured: null,
  paying: null,
  unprotected: null,
}

describe('claims of one order that several proxies accept at once', () => {
  let resolver: Resolver
  let folder: string
  let limit = '50.00 USD'
  let engine: Awaited<ReturnType<typeof startJobs>>
  before(async () => (resolver = await startResolver()))
  after(() => resolver.stop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'claims-'))
    const config = readConfig({ ...readSettings({}), ...automatic, CLAIMS_AUTO_LIMIT: limit, DATA_DIR: folder })
    const shop = createUrlShop({ url: resolver.url, secret: resolverSecret })
    const database = await openDatabase(config.store)
    const sealer = createSealer(config.sessionKeys, config.publicUrl)
    const handlers = createHandlers({ config, services: createServices({}), sealer, shop, lists: {}, database, now: Date.now, log: { info() {} } })
    const know = async () => ({ state: 'delivered' as const, facts: { [orderFact('1')]: facts } })
    engine = await startJobs({ database, handlers: { ...handlers, know }, log: { info() {}, warn() {}, error() {} } })
    const [id] = (
      await engine.enqueue([{ kind: 'know', orderingKey: 'order:1', priority: 0, subject: 'order:1', businessKey: '1', body: '{}', collapse: 'ever' }])
    ).ids
    await until(
      () => engine.find(id!),
      (job) => job?.state === 'delivered',
    )
    resolver.done.clear()
    resolver.asked.length = 0
  })

  type Wanted = [resolution: Resolution, id: number, quantity: number, cents: number]

  /** Opens claims as if each had passed the check on arrival. Returns their keys. */
  async function open(wanted: Wanted[]): Promise<string[]> {
    const opened = wanted.map(([resolution, id, quantity, cents]) => {
      const { claim, hash } = toClaim(resolution, { shopOrderId: '1', ...claimOf(id, '1', { quantity, cents }), refundable: { id: String(id) } })
      return engine.openClaim({ key: claim.key, order: '1', hash, state: 'open', request: writeRequest({ claim }), job: claimJob(claim) })
    })
    return (await Promise.all(opened)).map(({ claim }) => claim.key)
  }

  /** Opens claims, and waits until all are settled. Returns the statuses of their answers. */
  async function resolveAll(wanted: Wanted[]): Promise<(number | undefined)[]> {
    const keys = await open(wanted)
    const settled = await Promise.all(keys.map(isSettled))
    await close()
    return settled.map((claim) => claim?.reply?.status)
  }
  const isSettled = (key: string) =>
    until(
      () => engine.findClaim(key),
      (claim) => claim?.settledAt != null,
    )
  async function close() {
    await engine.close()
    await rm(folder, { recursive: true })
  }

  test('are checked one after another: the first gets everything, the others are refused', async () => {
    const statuses = await resolveAll(Array.from({ length: 10 }, (_, index) => ['refund', index, 2, 4800] as Wanted))

    assert.deepEqual([...statuses].sort(), [200, ...Array.from({ length: 9 }, () => 422)])
    assert.equal(resolver.done.size, 1)
  })

  test('share the goods of the order', async () => {
    const statuses = await resolveAll([
      ['refund', 1, 1, 2400],
      ['store_credit', 2, 1, 2400],
      ['reorder', 3, 1, 0],
    ])

    assert.deepEqual([...statuses].sort(), [200, 200, 422])
    assert.equal(resolver.done.size, 2)
  })

  test('are each resolved in one way only', async () => {
    const statuses = await resolveAll([
      ['refund', 1, 1, 100],
      ['store_credit', 1, 1, 100],
    ])

    assert.deepEqual([...statuses].sort(), [200, 422])
    assert.equal(resolver.done.size, 1)
  })

  describe('and are beyond the limit together', () => {
    before(() => (limit = '30.00 USD'))
    after(() => (limit = '50.00 USD'))

    test('are resolved up to the limit; the others wait for a person, who may approve them', async () => {
      const keys = await open([
        ['refund', 1, 1, 2400],
        ['store_credit', 2, 1, 2400],
      ])
      const states = async () => (await Promise.all(keys.map((key) => engine.findClaim(key)))).map((claim) => claim?.state)
      await until(states, (all) => !all.includes('open'))

      assert.deepEqual([(await states()).sort(), resolver.done.size], [['awaiting', 'resolved'], 1])
      const left = (await Promise.all(keys.map((key) => engine.findClaim(key)))).find((claim) => claim?.state === 'awaiting')!
      const [job] = await engine.list({ kind: 'claim', businessKey: '1', states: ['superseded'] })
      assert.match(job!.notes.join(), /with earlier claims of the order that no person approved it comes to 48.00 USD, and the limit is 30.00 USD/)

      await approveClaim(engine, left, { who: 'mira', via: 'command' })
      assert.equal((await isSettled(left.key))?.reply?.status, 200)
      assert.equal(resolver.done.size, 2)
      await close()
    })
  })

  describe('and the removal of its protection', () => {
    /** Stores the removal, as if it had passed the check on arrival. */
    const remove = () => {
      const bound = { quote: `q-${folder}`, sealedAt: Date.now(), amount: usd(98) }
      const lines = [{ id: '12', quantity: 1, amount: usd(98), bound }]
      return engine.enqueue([platformRefundJob({ order: '1', reason: 'its customer took it off', lines, tell: true })])
    }
    const removal = async () => (await engine.list({ businessKey: '1', kind: 'platform-refund' }))[0]
    const movedBy = () => [...resolver.done.keys()]

    test('exclude each other while the claim is being resolved: the removal waits, and is held for a person after that', async () => {
      const goOn = resolver.pause('1')
      const [key] = await open([['refund', 1, 1, 2400]])
      await until(async () => resolver.asked.some(({ body }) => body.key === key), Boolean)
      await remove()
      await until(removal, (job) => job!.notes.includes('a claim about the order is being resolved'))
      goOn()

      const held = await until(removal, (job) => job!.state === 'held')
      assert.match(held!.notes.join(), /a claim about the order was resolved, so a person decides/)
      assert.deepEqual(movedBy(), [key])
      await close()
    })

    test('exclude each other while protection is taken off: the claim waits for a person', async () => {
      const goOn = resolver.pause('1')
      await remove()
      await until(async () => resolver.asked.some(({ body }) => body.key.startsWith('removal:')), Boolean)
      const [key] = await open([['refund', 2, 1, 2400]])
      await until(
        () => engine.findClaim(key!),
        (claim) => claim?.state === 'awaiting',
      )
      goOn()

      await until(removal, (job) => job!.state === 'delivered')
      assert.deepEqual(movedBy(), ['removal:1/12'])
      await close()
    })

    test('never both move money, if they arrive at once', async () => {
      const [[key]] = await Promise.all([open([['refund', 3, 1, 2400]]), remove()])
      await until(
        async () => [(await engine.findClaim(key!))?.state, (await removal())?.state],
        ([claim, job]) => claim !== 'open' && job !== 'waiting',
      )

      assert.equal(movedBy().length, 1)
      await close()
    })
  })
})
