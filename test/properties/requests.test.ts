import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { catalogue } from '../../proxy/upstream/catalogue.ts'
import { createClient } from '../../src/contract/client.ts'
import { protection } from '../../src/contract/protection.ts'
import { startPrograms } from './processes.ts'
import { requestsTo } from './requests.ts'
import { runs } from './runs.ts'
import { sendAll } from './sending.ts'
import { targetsOf } from './targets.ts'

/** How many requests each server is sent beside the odd ones, and which. */
const parameters = runs(125)
/** What each may hold in memory after them. */
const mostMegabytes = 512

const programs = await startPrograms()
after(() => Promise.all([programs.services.stop(), programs.proxy.stop()]))
const targets = await targetsOf(programs)
const { addresses, settings } = programs

/** What each server is asked after all that, by somebody who means well. */
const stillAnswers: Record<keyof typeof targets, () => Promise<void>> = {
  async loyalty() {
    const loyalty = {
      baseUrl: `${addresses.services}/loyalty`,
      headers: { 'X-Loyalty-Api-Key': settings.LOYALTY_API_KEY! },
      unwrap: (body: unknown) => (body as { data: unknown }).data,
    }
    const { customerId } = await createClient(catalogue.loyalty.operations, loyalty).getMember({ id: '700100200301' })
    assert.equal(customerId, '700100200301')
  },
  async protection() {
    const client = createClient(catalogue.protection.operations, {
      baseUrl: `${addresses.services}/protection/api/v1`,
      headers: { 'X-API-Key': settings.PROTECTION_API_KEY! },
    })
    const { price } = await client.quote({ cart: { amount_insured: { cents: 10_000, currency: 'USD' } } })
    assert.equal(price.currency, 'USD')
  },
  async track() {
    const { order_number } = await createClient(catalogue.track.operations, { baseUrl: `${addresses.services}/track` }).lookUpOrder({
      tracking_number: '1Z999AA10123456784',
    })
    assert.equal(order_number, 'K-1001')
  },
  async proxy() {
    const origin = settings.ALLOWED_ORIGINS!.split(',')[0]!
    const { price } = await createClient(protection, { baseUrl: addresses.proxy, headers: { Origin: origin } }).quoteProtection({
      cents: 10_000,
      currency: 'USD',
    })
    assert.equal(price.currency, 'USD')
  },
}

describe(`${parameters.numRuns} requests of every kind, good and bad,`, () => {
  for (const [name, tried] of Object.entries(targets) as [keyof typeof targets, (typeof targets)[keyof typeof targets]][]) {
    test(`to ${name} are answered, none by a fault of the server, and it goes on answering`, async (t) => {
      const program = name === 'proxy' ? programs.proxy : programs.services
      const { odd, any } = await requestsTo(tried)
      const requests = [...odd, ...fc.sample(any, parameters)]
      const before = program.megabytes
      const began = performance.now()

      const { statuses, faults, slowest } = await sendAll(new URL(addresses[name === 'proxy' ? 'proxy' : 'services']).origin, requests)

      const seconds = (performance.now() - began) / 1000
      const memory =
        before === undefined ? '' : `, memory ${before.toFixed(0)} to ${program.megabytes?.toFixed(0)} MB (${((program.megabytes ?? 0) / before).toFixed(2)})`
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
      t.diagnostic(`seed ${parameters.seed}, ${seconds.toFixed(1)} s, slowest ${slowest.toFixed(0)} ms${memory}; ${counts.join(', ')}`)
      assert.deepEqual(faults.slice(0, 3), [])
      assert.ok(program.isRunning, program.output.slice(-2_000))
      assert.ok((program.megabytes ?? 0) < mostMegabytes)
      assert.doesNotMatch(program.output, /"level":[56]0/)
      await stillAnswers[name]()
    })
  }
})
