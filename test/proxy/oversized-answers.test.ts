// A list of 4 MB may hold a million entries. The proxy limits the faults that it collects and the entries that it builds from such a list.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { startStack, until } from '../stack.ts'
import { oddCustomer, startOddLoyalty } from './odd-loyalty.ts'
import { startOddService } from './odd-service.ts'
import { refusalOf } from './refusals.ts'

const megabyte = 1024 ** 2

/** A list of almost 4 MB. */
const crowd = (entry: string) =>
  `[${Array(Math.floor((4 * megabyte - 200) / (entry.length + 1)))
    .fill(entry)
    .join(',')}]`

/** Milliseconds of CPU time that this process uses: the proxy and the odd service run in it. */
async function computedFor(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('a list of 4 MB', () => {
  for (const [what, entry] of [
    ['that holds numbers instead of tiers', '1'],
    ['of tiers without an id', '{}'],
    ['of more tiers than any shop has', '{"id":1,"name":""}'],
  ] as const) {
    test(`${what} is rejected early, and the log says so in one line`, async () => {
      const list = JSON.parse(crowd(entry)) as unknown
      const { open, stack } = await startOddLoyalty({ tiers: list })

      let missing: readonly string[] = []
      const computed = await computedFor(async () => {
        const { token } = await open()
        missing = (await stack.browser(loyalty, { token }).getMembership({ parts: 'tiers' })).unavailable
      })

      assert.deepEqual(missing, ['tiers'])
      assert.ok(computed < 8_000, `${computed} ms`)
      const line = await until(
        async () => stack.log.find((one) => one.includes('listTiers has another shape')),
        (found) => found !== undefined,
      )
      assert.ok(line!.length < 4_000, `a line of ${line!.length} characters`)
    })
  }

  test('of the contents of an order is an outage, however deep the list is nested', async () => {
    const shipments = `[${Array(100)
      .fill(`{"events":[${Array(10_000).fill('{}').join(',')}]}`)
      .join(',')}]`
    const { address } = await startOddService({ body: `{"order_number":"K-1","email":"mira@example.com","shipments":${shipments}}` })
    const stack = await startStack({ settings: { TRACK_BASE_URL: address } })
    try {
      const asked = () => refusalOf(stack.browser(tracking).trackOrder({ order_number: 'K-1', email: 'mira@example.com' }), 'upstream-unavailable')

      const computed = await computedFor(asked)

      assert.ok(computed < 8_000, `${computed} ms`)
    } finally {
      await stack.stop()
    }
  })

  test('of benefits of different types is shown without comparing each one with every other', async () => {
    const benefits = Array.from({ length: 20_000 }, (_, index) => ({ type: `KIND_${index}` }))
    const { open } = await startOddLoyalty({ benefits })

    let shown = 0
    const computed = await computedFor(async () => (shown = (await open(oddCustomer)).membership.benefits.length))

    assert.equal(shown, benefits.length)
    assert.ok(computed < 8_000, `${computed} ms`)
  })
})
