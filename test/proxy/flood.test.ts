import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlood } from '../../scripts/bench/flood.ts'
import { startStack, until, type Stack } from '../stack.ts'

const quotes = 100
/** Milliseconds: a shopper who waits longer for a price pays without protection. */
const limit = 3_000

/** Requests the price of a cart; resolves to whether it came in time. */
const askForPrice = ({ proxy, origin }: Stack, cents: number): Promise<boolean> =>
  fetch(`${proxy}/v1/protection/quotes?cents=${cents}&currency=USD`, { headers: { Origin: origin }, signal: AbortSignal.timeout(limit) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Requests prices, ten at a time, each for another amount; resolves to how many came in time. */
async function countPrices(stack: Stack, from: number): Promise<number> {
  let prices = 0
  let asked = 0
  async function shopper() {
    while (asked < quotes) if (await askForPrice(stack, from + asked++)) prices += 1
  }
  await Promise.all(Array.from({ length: 10 }, shopper))
  return prices
}

test('a flood of large bodies without a token does not stop shoppers from getting a price', async (t) => {
  const stack = await startStack({ settings: { LOYALTY_WEBHOOK_TOKENS: 'a-token-that-nobody-floods-with', LOG_LEVEL: 'error' } })
  t.after(() => stack.stop())

  const before = await countPrices(stack, 5_000)
  const flood = await startFlood(stack.proxy)
  const during = await countPrices(stack, 6_000)
  const { refused } = await flood.stop()
  // The proxy may still be busy for some time with the bodies that were sent before.
  await until(
    () => askForPrice(stack, 4_000),
    (isGiven) => isGiven,
  )
  const afterwards = await countPrices(stack, 7_000)

  t.diagnostic(`${before}, ${during} and ${afterwards} of ${quotes} prices; ${Math.round(refused)} bodies a second refused`)
  // The counts before and after show what the machine can do while other programs keep it busy.
  assert.ok(during >= Math.min(before, afterwards) - quotes / 10, `${before}, then ${during} of ${quotes}, then ${afterwards}`)
  assert.ok(refused > 0)
})
