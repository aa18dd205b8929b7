// Guesses of keys of orders. PROPERTIES_FACTOR=17 makes more than ten thousand.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Agent, request } from 'undici'
import { runs } from '../properties/runs.ts'
import { chanceDistance, distance } from '../proxy/guessing.ts'
import { aiko, checkoutOf, customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

const { numRuns: count } = runs(600)
/** Ninety guesses of an order in an hour may fail; there are enough orders for all guesses. */
const perOrder = 60
const orders = Math.ceil(count / 2 / perOrder)
const atOnce = 100

interface Guess {
  order: string
  isReal: boolean
  checkout: string | undefined
  customer: string | undefined
}
interface Answer extends Guess {
  status: number
  took: number
  /** The whole answer, except what differs each time. */
  said: string
}

const dispatcher = new Agent({ connections: 256, pipelining: 1 })
let stack: ExtensionStack
let real: string[]
const answers: Answer[] = []

/** How a guess goes on from the id of an order: each proves nothing. */
const ways: ((order: string) => Pick<Guess, 'checkout' | 'customer'>)[] = [
  () => ({ checkout: undefined, customer: undefined }),
  () => ({ checkout: undefined, customer: aiko }),
  () => ({ checkout: randomBytes(16).toString('hex'), customer: undefined }),
  () => ({ checkout: randomBytes(16).toString('hex'), customer: aiko }),
  // Of another order, which may exist.
  (order) => ({ checkout: checkoutOf(String(BigInt(order) + 1n)), customer: undefined }),
  (order) => ({ checkout: `${checkoutOf(order)}-`, customer: aiko }),
  (order) => ({ checkout: checkoutOf(order).slice(1), customer: undefined }),
]

async function ask({ order, checkout, customer }: Omit<Guess, 'isReal'>, address: string) {
  const token = await sessionToken({ sub: customer && customerGid(customer) })
  const began = performance.now()
  const { statusCode, headers, body } = await request(`${stack.proxy}/v1/extension/orders`, {
    method: 'POST',
    dispatcher,
    body: JSON.stringify({ id: order, checkout_token: checkout }),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'X-Forwarded-For': address },
  })
  const text = await body.text()
  const took = performance.now() - began
  const { date: _date, 'x-request-id': _id, ...kept } = headers
  return { status: statusCode, took, said: JSON.stringify([statusCode, kept, text]).replace(/;t=\d+/g, '') }
}

before(async () => {
  stack = await startExtensionStack({ settings: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } })
  real = await Promise.all(Array.from({ length: orders }, (_, index) => stack.order(7_000_000n + 10n * BigInt(index), index % 3 ? {} : { customer: null })))
  const unreal = real.map((id) => String(BigInt(id) + 5_000_000n))

  let next = 0
  const guessNext = async () => {
    while (next < count) {
      const index = next
      next += 1
      const isReal = index % 2 === 0
      const order = (isReal ? real : unreal)[Math.floor(index / 2) % orders]!
      const guess = { order, isReal, ...ways[Math.floor(Math.random() * ways.length)]!(order) }
      answers.push({ ...guess, ...(await ask(guess, `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`)) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, guessNext))
})
after(async () => {
  await stack.stop()
  await dispatcher.close()
})

describe(`${count} guesses of keys of orders`, () => {
  test('get no key', (context) => {
    const slowest = Math.max(...answers.map(({ took }) => took))
    context.diagnostic(`${answers.length} guesses of ${orders} orders that exist and as many that do not; slowest ${Math.round(slowest)} ms`)
    assert.equal(answers.length, count)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
  })

  test('get one answer, letter by letter, whether the order exists or not', () => {
    assert.equal(new Set(answers.map(({ said }) => said)).size, 1)
  })

  test('take the same time, whether the order exists or not, and whether a token is compared or not', () => {
    const timesOf = (which: (answer: Answer) => boolean) => answers.filter(which).map(({ took }) => took)
    const pairs: [string, (answer: Answer) => boolean][] = [
      ['the order exists', ({ isReal }) => isReal],
      ['a token is compared', ({ isReal, checkout }) => isReal && checkout !== undefined],
      ['a customer is compared', ({ isReal, customer }) => isReal && customer !== undefined],
    ]
    for (const [what, which] of pairs) {
      const [one, other] = [timesOf(which), timesOf((answer) => !which(answer))]
      const found = distance(one, other)
      assert.ok(found < chanceDistance(one.length, other.length), `${what}: ${found}`)
    }
  })

  test('do not keep buyers from their keys', async () => {
    for (const order of real.slice(0, 5)) {
      const { status } = await ask({ order, checkout: checkoutOf(order), customer: mira }, '198.51.100.7')
      assert.equal(status, 200)
    }
  })

  test('end after some for one address, for an order that exists as for another', async () => {
    const codes = await Promise.all(
      [real[0]!, '999999999'].map(async (order) => {
        const found: number[] = []
        for (let index = 0; index < 32; index += 8)
          found.push(
            ...(
              await Promise.all(Array.from({ length: 8 }, () => ask({ order, checkout: randomBytes(9).toString('hex'), customer: undefined }, '198.51.100.8')))
            ).map(({ status }) => status),
          )
        return found.filter((status) => status === 429).length
      }),
    )

    assert.deepEqual(codes, [2, 2])
  })

  test('do not keep a buyer at the same address from the key, nor make a guess there more than a refusal', async () => {
    const from = (proof: Pick<Guess, 'checkout' | 'customer'>) => ask({ order: real[0]!, ...proof }, '198.51.100.8')
    const right = checkoutOf(real[0]!)
    const proofs = [
      { checkout: right, customer: undefined },
      { checkout: right, customer: aiko },
      { checkout: right, customer: undefined },
      { checkout: `${right.slice(0, -1)}-`, customer: undefined },
      { checkout: right.toUpperCase(), customer: aiko },
      { checkout: undefined, customer: aiko },
    ]

    const found = await Promise.all(proofs.map(from))

    assert.deepEqual(
      found.map(({ status }) => status),
      [200, 200, 200, 429, 429, 429],
    )
  })

  test('do not keep the buyer of an order from its key that many have guessed from everywhere', async () => {
    const order = real[1]!
    const guess = (index: number) => ask({ order, checkout: randomBytes(16).toString('hex'), customer: undefined }, `203.0.113.${index}`)

    const statuses = new Set((await Promise.all(Array.from({ length: 95 }, (_, index) => guess(index)))).map(({ status }) => status))
    const buyers = await Promise.all([
      ask({ order, checkout: checkoutOf(order), customer: undefined }, '203.0.113.200'),
      ask({ order, checkout: undefined, customer: mira }, '203.0.113.201'),
    ])

    assert.deepEqual(statuses, new Set([404, 429]))
    assert.deepEqual(
      buyers.map(({ status }) => status),
      [200, 200],
    )
  })

  test('with tokens that are short enough to be guessed are limited even if one is right', async () => {
    const order = await stack.order(6_999_001n, { checkout_token: 'short-token', customer: null })
    const guess = (checkout: string) => ask({ order, checkout, customer: undefined }, '198.51.100.10')

    const before = await guess('short-token')
    for (let index = 0; index < 30; index += 6) await Promise.all(Array.from({ length: 6 }, (_, at) => guess(`guess-number-${index + at}`)))
    const after = await guess('short-token')

    assert.deepEqual([before.status, after.status], [200, 429])
  })

  test('are one attempt if two extensions of one page ask alike at once', async () => {
    const guess = { order: real.at(-1)!, checkout: 'of-no-checkout', customer: undefined }
    const left = (said: string) => /"number.";r=(\d+)/.exec(said)?.[1]

    const [one, other] = await Promise.all([ask(guess, '198.51.100.9'), ask(guess, '198.51.100.9')])
    const later = await ask(guess, '198.51.100.9')

    assert.deepEqual([left(one.said), left(later.said)], ['29', '28'])
    assert.equal(one.status, other.status)
  })
})
