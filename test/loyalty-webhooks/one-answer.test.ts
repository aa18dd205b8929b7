import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allQuestions } from '../proxy/questions.ts'
import { until } from '../until.ts'
import { runs } from '../properties/runs.ts'
import { signIn, started } from './members.ts'

/** Mira is in one of several tiers and has a dozen credit entries; Noor has a hundred thousand. */
const [mira, noor] = ['700100200301', '700100200304'] as const
const service = '/loyalty/v2.0'

async function milliseconds(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await ask()
  return performance.now() - began
}

/**
 * Resolves to how many times as long `one` takes as `other`, by the quickest run of each, because other load on the machine only slows a run down.
 * The two alternate until the ratio is at most `most`, for five rounds at least and sixty at most.
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
  test('requests all of its parts at the same time, once the data that all shoppers share is cached', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, mira)
    await browser.getMembership({})
    const before = await allQuestions(stack)
    await browser.getMembership({})
    const parts = (await allQuestions(stack)) - before
    await stack.fault({ match: { path: service }, hold: true })

    const asking = browser.getMembership({})
    // All requests arrive while none is answered.
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
    ['that others depend on fails', { status: 500 }, `*/storefront/members/${mira}`, ['member', 'tier', 'benefits', 'campaigns']],
  ] as const) {
    test(`is logged once, with all missing parts, when a part ${what}`, async (t) => {
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
    ['an invalid currency', { currencyCode: 'dollars' }, ['benefits', 'credits', 'member', 'redemption', 'spend', 'tier', 'tiers']],
    ['credits too large to count', { credit: 1e300 }, ['member']],
    ['another member’s id', { customerId: noor }, ['benefits', 'campaigns', 'member', 'tier']],
    ['another member’s id in another field', { customerId: undefined, id: noor }, ['benefits', 'campaigns', 'member', 'tier']],
  ] as const) {
    test(`is logged once, with all missing parts, for a member with ${what}`, async (t) => {
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

  test('is in the shop’s currency, however the service writes the code, and causes no process warning', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, mira)
    const warnings: Error[] = []
    const warned = (warning: Error) => void warnings.push(warning)
    process.on('warning', warned)
    t.after(() => process.off('warning', warned))
    const answers: unknown[] = []

    for (const currencyCode of [undefined, '', null, 'usd', ' USD ']) {
      const record = { customerId: mira, status: 'ACTIVE', credit: 42.5, currencyCode }
      await stack.fault({ match: { path: `*/storefront/members/${mira}` }, body: { message: 'ok', data: record } })
      const { member, spend, unavailable } = await browser.getMembership({})
      answers.push([member?.credits, spend?.annual?.currency, unavailable])
      await stack.mend()
    }

    const expected = [{ cents: 4250, currency: 'USD' }, 'USD', []]
    assert.deepEqual(answers, [expected, expected, expected, expected, expected])
    assert.deepEqual(warnings, [])
  })

  test('leaves out a spend that is too large to count', async (t) => {
    const stack = await started(t)
    const { browser } = await signIn(stack, mira)
    await stack.fault({ match: { path: '*/sbt' }, body: { message: 'ok', data: { monthly: 1e308 } } })

    const { spend, unavailable } = await browser.getMembership({})

    assert.deepEqual([spend, unavailable], [null, ['spend']])
  })
})

describe('a member with a hundred thousand entries', () => {
  /** How many of the thousand pages the test follows. */
  const pagesFollowed = Math.min(1_000, runs(100).numRuns)

  test('waits at most three times as long for the first page as a member with a dozen', async (t) => {
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
    // Reading all entries takes hundreds of times as long as reading ten.
    assert.ok(ofMembership <= 3 && ofCredits <= 3, `${ofMembership.toFixed(2)} and ${ofCredits.toFixed(2)} times as long`)
  })

  test('pages through each entry once, newest first; in the long form up to the last entry', async (t) => {
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
