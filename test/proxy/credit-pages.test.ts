import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import type { Stack } from '../stack.ts'
import { startStack } from '../stack.ts'
import { startOddLoyalty } from './odd-loyalty.ts'
import type { Seen } from './odd-service.ts'

const [mira, aiko] = ['700100200301', '700100200303'] as const

/** Credit entries as the service writes them, newest first; the newest entry has this number. */
const book = (newest: number) =>
  Array.from({ length: newest }, (_, index) => ({
    amount: newest - index,
    newBalance: newest - index,
    createdAt: new Date(Date.UTC(2026, 0, 1) + (newest - index) * 1000).toISOString(),
  }))

/** The numbers from the newest one down to the oldest one. */
const numbers = (newest: number, oldest = 1) => Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index)

const amountsOf = ({ entries }: { entries: { amount: { cents: number } }[] }) => entries.map(({ amount }) => amount.cents / 100)
const questionsOf = (seen: readonly Seen[]) => seen.filter(({ url }) => url.includes('/credits')).map(({ url }) => new URL(url, 'http://service').searchParams)

/** Reads the amounts of all pages after this cursor; fails after 20 pages, because then the pages form a circle. */
async function pagesAfter(cursor: string | null, stack: Stack, token: string, limit = 20) {
  const amounts: number[] = []
  for (let pages = 0; cursor; pages++) {
    assert.ok(pages < 20, 'the pages form a circle')
    const page = await stack.browser(loyalty, { token }).listCredits({ cursor, limit })
    assert.ok(page.entries.length <= limit)
    amounts.push(...amountsOf(page))
    cursor = page.next
  }
  return amounts
}

describe('a service that returns the whole history for every request', () => {
  test('is shown in pages, and is called once for all of them', async () => {
    const { open, stack, seen } = await startOddLoyalty({ credits: { credits: book(45) } })

    const { token, membership } = await open()

    assert.deepEqual(amountsOf(membership.credits), numbers(45, 36))
    const asked = questionsOf(seen).length
    assert.deepEqual(await pagesAfter(membership.credits.next, stack, token), numbers(35))
    assert.equal(questionsOf(seen).length, asked)
  })

  test('has no entry shown twice or skipped when entries are added between two pages', async () => {
    let newest = 45
    const { open, stack, seen } = await startOddLoyalty({ credits: () => ({ credits: book(newest) }) })
    const { token, membership } = await open()
    newest = 48

    const again = await stack.browser(loyalty, { token }).getMembership({ parts: 'credits' })

    assert.deepEqual(amountsOf(again.credits), numbers(48, 39))
    const asked = questionsOf(seen).length
    assert.deepEqual(await pagesAfter(membership.credits.next, stack, token, 15), numbers(35))
    assert.deepEqual(await pagesAfter(again.credits.next, stack, token, 15), numbers(38))
    assert.equal(questionsOf(seen).length, asked)
  })

  test('is called once for all simultaneous requests, also by an instance that has not called it before', async () => {
    const first = await startOddLoyalty({ credits: { credits: book(45) } })
    const { next } = (await first.open()).membership.credits
    const { open, stack, seen } = await startOddLoyalty({ credits: (query) => ({ credits: book(query.has('limit') ? 5 : 45) }) })
    const { token } = await open()
    const asked = questionsOf(seen).length

    const pages = await Promise.all(numbers(5).map(() => stack.browser(loyalty, { token }).listCredits({ cursor: next!, limit: 5 })))

    for (const page of pages) assert.deepEqual(amountsOf(page), numbers(35, 31))
    assert.equal(questionsOf(seen).length, asked + 1)
  })

  for (const newest of [8, 45])
    test(`has no page after its last entry, although each response has a cursor: ${newest} entries`, async () => {
      const { open, stack } = await startOddLoyalty({ credits: { credits: book(newest), lastCreditEntry: 'end' } })

      const { token, membership } = await open()

      assert.deepEqual([...amountsOf(membership.credits), ...(await pagesAfter(membership.credits.next, stack, token))], numbers(newest))
    })
})

test('a service that respects the limit and ignores its own cursor is asked for the whole history', async () => {
  const { open, stack } = await startOddLoyalty({
    credits: (query) => {
      const limit = Number(query.get('limit') ?? 45)
      return { credits: book(45).slice(0, limit), ...(limit < 45 && { lastCreditEntry: `after ${limit}` }) }
    },
  })

  const { token, membership } = await open()

  assert.deepEqual([...amountsOf(membership.credits), ...(await pagesAfter(membership.credits.next, stack, token))], numbers(45))
})

test('a service with pages is asked for each page with its own cursor, and never for the whole history', async () => {
  const { open, stack, seen } = await startOddLoyalty({
    credits: (query) => {
      const start = Number(query.get('lastCreditEntry')?.slice('after '.length) ?? 0)
      const end = start + Number(query.get('limit') ?? 45)
      return { credits: book(45).slice(start, end), ...(end < 45 && { lastCreditEntry: `after ${end}` }) }
    },
  })

  const { token, membership } = await open()

  assert.deepEqual([...amountsOf(membership.credits), ...(await pagesAfter(membership.credits.next, stack, token))], numbers(45))
  const cursors = questionsOf(seen).map((query) => query.get('lastCreditEntry'))
  assert.deepEqual(cursors.filter(Boolean), ['after 10', 'after 30'])
  assert.ok(questionsOf(seen).every((query) => query.has('limit')))
})

test('each member sees only their own history when the stand-in returns it whole', async () => {
  const stack = await startStack({ services: { creditsUnpaged: true } })
  after(() => stack.stop())
  const held = (await stack.state<{ credits: { customerId: string; amount: number; createdAt: string }[] }>('credits')).credits
  for (const customer of [mira, aiko]) {
    const { token, membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })

    const all = [...amountsOf(membership.credits), ...(await pagesAfter(membership.credits.next, stack, token, 2))]

    assert.ok(membership.credits.entries.length <= 10)
    const own = held.filter(({ customerId }) => customerId === customer)
    assert.deepEqual(
      all.slice(0, own.length),
      own.reverse().map(({ amount }) => amount),
    )
  }
})
