import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlood } from '../../scripts/bench/flood.ts'
import { startStack, until, type Stack } from '../stack.ts'

const quotes = 100
/** Milliseconds: a shopper who waits for a price longer than that pays without it. */
const patience = 3_000

/** Asks for the price of a cart; answers whether it came in time. */
const askForPrice = ({ proxy, origin }: Stack, cents: number): Promise<boolean> =>
  fetch(`${proxy}/v1/protection/quotes?cents=${cents}&currency=USD`, { headers: { Origin: origin }, signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Asks for prices, ten at a time, each of another amount; answers how many came in time. */
async function countPrices(stack: Stack, from: number): Promise<number> {
  let prices = 0
  let asked = 0
  async function shopper() {
    while (asked < quotes) if (await askForPrice(stack, from + asked++)) prices += 1
  }
  await Promise.all(Array.from({ length: 10 }, shopper))
  return prices
}

test('a flood of large bodies from somebody without a token keeps no shopper from a price', async (t) => {
  const stack = await startStack({ settings: { LOYALTY_WEBHOOK_TOKENS: 'a-token-that-nobody-floods-with', LOG_LEVEL: 'error' } })
  t.after(() => stack.stop())

  const before = await countPrices(stack, 5_000)
  const flood = await startFlood(stack.proxy)
  const during = await countPrices(stack, 6_000)
  const { refused } = await flood.stop()
  // The proxy may be busy for a while yet with what was sent before.
  await until(
    () => askForPrice(stack, 4_000),
    (isGiven) => isGiven,
  )
  const afterwards = await countPrices(stack, 7_000)

  t.diagnostic(`${before}, ${during} and ${afterwards} of ${quotes} prices; ${Math.round(refused)} bodies a second refused`)
  // Before and after tell what the machine can do at all while others keep it busy.
  assert.ok(during >= Math.min(before, afterwards) - quotes / 10, `${before}, then ${during} of ${quotes}, then ${afterwards}`)
  assert.ok(refused > 0)
})
