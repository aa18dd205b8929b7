import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allQuestions } from '../proxy/questions.ts'
import { until } from '../until.ts'
import { runs } from '../properties/runs.ts'
import { signIn, started } from './members.ts'

/** Who has a hundred thousand entries, and who has one tier of many and a dozen entries. */
const [mira, noor] = ['700100200301', '700100200304'] as const
const service = '/loyalty/v2.0'

async function milliseconds(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await ask()
  return performance.now() - began
}

/**
 * How many times as long one takes as the other, by the quickest of each: whatever else the machine does can only add to them. They take
 * turns until it is no more than `most`, sixty at the longest.
 */
async function ratioOf(one: () => Promise<unknown>, other: () => Promise<unknown>, most: number): Promise<number> {
  const quickest: [number, number] = [Infinity, Infinity]
  for (let turn = 0; turn < 60 && !(turn >= 5 && quickest[0] <= most * quickest[1]); turn++) {
    quickest[1] = Math.min(quickest[1], await milliseconds(other))
    quickest[0] = Math.min(quickest[0], await milliseconds(one))
  }
  return quickest[0] / quickest[1]
}

describe('the whole membership', () => {
  test('asks for all of its parts at once, so that it takes no longer than the slowest, once what is the same for every shopper is remembered', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, mira)
    await browser.getMembership({})
    const before = await allQuestions(stack)
    await browser.getMembership({})
    const parts = (await allQuestions(stack)) - before
    await stack.fault({ match: { path: service }, hold: true })

    const asking = browser.getMembership({})
    // While none is answered.
    await until(
      () => allQuestions(stack),
      (count) => count >= before + 2 * parts,
    )
    await stack.mend()

    assert.deepEqual((await asking).unavailable, [])
    assert.ok(parts > 3, String(parts))
    assert.equal(await allQuestions(stack), before + 2 * parts)
  })

  for (const [what, fault, path, missing] of [
    ['fails', { status: 500 }, '*/admin/members/*/sbt', ['spend']],
    ['has another shape', { body: { message: 'ok', data: 'none of the things it should be' } }, '*/storefront/members/*/credits', ['credits', 'redemption']],
    ['is late', { delay_ms: 1_500 }, `*/storefront/members/${mira}/credits`, ['credits', 'redemption']],
    ['fails, and others hang on it', { status: 500 }, `*/storefront/members/${mira}`, ['member', 'tier', 'benefits', 'campaigns']],
  ] as const) {
    test(`is logged once, with all that is missing, when a part ${what}`, async (t) => {
      const stack = await started(t)
      const { browser } = await signIn(stack, mira)
      await stack.fault({ match: { path }, ...fault })

      const { unavailable } = await browser.getMembership({})

      const lines = stack.log.map((line) => JSON.parse(line) as { level: number; parts?: string[] }).filter(({ parts }) => parts)
      assert.deepEqual(unavailable, missing)
      assert.deepEqual(
        lines.map(({ parts }) => parts),
        [missing],
      )
    })
  }

  for (const [what, changes, missing] of [
    ['a currency that is none', { currencyCode: 'dollars' }, ['benefits', 'credits', 'member', 'redemption', 'spend', 'tier', 'tiers']],
    ['more than can be counted', { credit: 1e300 }, ['member']],
    ['somebody else’s id', { customerId: noor }, ['benefits', 'campaigns', 'member', 'tier']],
    ['somebody else’s id under another name', { customerId: undefined, id: noor }, ['benefits', 'campaigns', 'member', 'tier']],
  ] as const) {
    test(`is logged once, with all that is missing, for a member with ${what}`, async (t) => {
      const stack = await started(t)
      const { browser } = await signIn(stack, mira)
      const { tierId } = (await stack.state<{ members: { customerId: string; tierId: string }[] }>('members')).members.find(
        ({ customerId }) => customerId === mira,
      )!
      const record = { customerId: mira, status: 'ACTIVE', credit: 42.5, currencyCode: 'USD', tierId, ...changes }
      await stack.fault({ match: { path: `*/storefront/members/${mira}` }, body: { message: 'ok', data: record } })

      const { unavailable } = await browser.getMembership({})

      const lines = stack.log.map((line) => JSON.parse(line) as { parts?: string[] }).flatMap(({ parts }) => (parts ? [parts.sort()] : []))
      assert.deepEqual([unavailable.sort(), lines], [missing, [missing]])
    })
  }

  test('is told in the shop’s currency, however the service writes it, without a warning of ours', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, mira)
    const warnings: Error[] = []
    const warned = (warning: Error) => void warnings.push(warning)
    process.on('warning', warned)
    t.after(() => process.off('warning', warned))
    const told: unknown[] = []

    for (const currencyCode of [undefined, '', null, 'usd', ' USD ']) {
      const record = { customerId: mira, status: 'ACTIVE', credit: 42.5, currencyCode }
      await stack.fault({ match: { path: `*/storefront/members/${mira}` }, body: { message: 'ok', data: record } })
      const { member, spend, unavailable } = await browser.getMembership({})
      told.push([member?.credits, spend?.annual?.currency, unavailable])
      await stack.mend()
    }

    const expected = [{ cents: 4250, currency: 'USD' }, 'USD', []]
    assert.deepEqual(told, [expected, expected, expected, expected, expected])
    assert.deepEqual(warnings, [])
  })

  test('leaves out a spend that is more than can be counted', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, mira)
    await stack.fault({ match: { path: '*/sbt' }, body: { message: 'ok', data: { monthly: 1e308 } } })

    const { spend, unavailable } = await browser.getMembership({})

    assert.deepEqual([spend, unavailable], [null, ['spend']])
  })
})

describe('a member with a hundred thousand entries', () => {
  /** Of a thousand. */
  const pagesFollowed = Math.min(1_000, runs(100).numRuns)

  test('has their first page as soon as one with ten', async (t) => {
    const stack = await started(t)
    const [few, many] = [await signIn(stack, mira), await signIn(stack, noor)]

    const ofMembership = await ratioOf(
      () => many.browser.getMembership({}),
      () => few.browser.getMembership({}),
      3,
    )
    const ofCredits = await ratioOf(
      () => many.browser.listCredits({ limit: 10 }),
      () => few.browser.listCredits({ limit: 10 }),
      3,
    )

    assert.equal(many.membership.credits.entries.length, 10)
    // All of the entries take hundreds of times as long as ten.
    assert.ok(ofMembership <= 3 && ofCredits <= 3, `${ofMembership.toFixed(2)} and ${ofCredits.toFixed(2)} times as long`)
  })

  test('is led from page to page, to each entry once, newest first; in the long form to the last of them', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, noor)

    let cursor: string | undefined
    const pages: number[] = []
    const times: number[] = []
    do {
      const { entries, next } = await browser.listCredits({ limit: 100, cursor })
      pages.push(entries.length)
      times.push(...entries.map(({ created_at }) => Date.parse(created_at)))
      cursor = next ?? undefined
    } while (cursor !== undefined && pages.length < pagesFollowed)

    assert.deepEqual([pages.length, times.length], [pagesFollowed, pagesFollowed * 100])
    assert.equal(cursor === undefined, pagesFollowed === 1_000)
    assert.ok(times.every((time, index) => index === 0 || time < times[index - 1]!))
  })
})
