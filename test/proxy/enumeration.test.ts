import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Agent, request } from 'undici'
import { startStack, type Stack } from '../stack.ts'
import { chanceDistance, distance, startTalkativeService } from './guessing.ts'

/** Guesses per address: all that an address may make. The number of addresses makes 4,000 guesses, times PROPERTIES_FACTOR. */
const each = 10
const addresses = Math.ceil((4_000 * Number(process.env.PROPERTIES_FACTOR ?? 1)) / each)
/** Addresses that guess at the same time: in all, and those that guess the same two numbers. */
const atOnce = { all: 400, besieging: 10 }

/** The guessed numbers; half of them belong to orders. */
const numbers = Array.from({ length: 1_200 }, (_, index) => String(10_000 + 7 * index))
const emails = new Map(numbers.filter((_, index) => index % 2 === 0).map((number, index) => [number, `owner${index}@example.com`]))
/** Two numbers that many addresses guess; one of them belongs to an order. */
const besieged = { real: '100000', unreal: '100001' }
emails.set(besieged.real, 'besieged@example.com')

interface Answer {
  number: string
  status: number
  took: number
  /** The whole response, except what differs each time (time and id) and the attempts left to the address, which are compared separately. */
  said: string
  left: string
}

describe('guessing orders from many addresses', () => {
  let service: Awaited<ReturnType<typeof startTalkativeService>>
  let stack: Stack
  const dispatcher = new Agent({ connections: 512, pipelining: 1 })
  const guesses: Answer[] = []
  const siege: Answer[] = []
  const shoppers: Answer[] = []
  let link: Answer[] = []

  before(async () => {
    service = await startTalkativeService(emails)
    stack = await startStack({ settings: { TRACK_BASE_URL: service.address, TRUST_PROXY: '1', LOG_LEVEL: 'error' } })

    let attacking = true
    const owners = ownersInTurn(() => attacking)
    const besieging = besiege()
    let next = 0
    await Promise.all(
      Array.from({ length: atOnce.all }, async () => {
        while (next < addresses) await guessFrom(addressOf(next++))
      }),
    )
    await besieging
    const { key } = await stack.backend.linkOrder({ shopOrderId: '1', order_number: besieged.real, email: 'besieged@example.com' })
    link = await Promise.all(Array.from({ length: 20 }, () => ask('198.51.100.200', { key }, besieged.real)))
    attacking = false
    await owners
  })
  after(async () => {
    await stack.stop()
    service.stop()
    await dispatcher.close()
  })

  /** Repeats the request while the proxy or the shared machine is overloaded (503): such a request does not count as an attempt. */
  async function ask(address: string, proof: object, number: string): Promise<Answer> {
    for (;;) {
      const answer = await askOnce(address, proof, number)
      if (answer.status !== 503) return answer
    }
  }

  async function askOnce(address: string, proof: object, number: string): Promise<Answer> {
    const began = performance.now()
    const { statusCode, headers, body } = await request(`${stack.proxy}/v1/orders/track`, {
      method: 'POST',
      dispatcher,
      body: JSON.stringify(proof),
      headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    })
    const text = await body.text()
    const took = performance.now() - began
    const { date: _date, 'x-request-id': _id, ratelimit, 'retry-after': _retry, ...kept } = headers
    const said = JSON.stringify([statusCode, kept, text.replace(/"retry_after":\d+/, '')])
    return { number, status: statusCode, took, said, left: [ratelimit ?? ''].join().replace(/t=\d+/g, '') }
  }

  const wrongEmail = () => `guess${Math.floor(Math.random() * 1e9)}@example.com`

  /** Guesses random numbers, real and unreal, each at most once. */
  async function guessFrom(address: string) {
    const drawn = new Set<string>()
    while (drawn.size < each) drawn.add(numbers[Math.floor(Math.random() * numbers.length)]!)
    for (const number of drawn) guesses.push(await ask(address, { order_number: number, email: wrongEmail() }, number))
  }

  /** Guesses both besieged numbers, at the same pace, forty times each. */
  async function besiege() {
    for (let first = 0; first < 40; first += atOnce.besieging) {
      const asked = Array.from({ length: atOnce.besieging }, (_, index) =>
        Object.values(besieged).map((number) => ask(`203.0.113.${first + index}`, { order_number: number, email: wrongEmail() }, number)),
      )
      siege.push(...(await Promise.all(asked.flat())))
    }
  }

  /** Looks up orders as their owners, each from their own address, by numbers that are also guessed. */
  async function ownersInTurn(go: () => boolean) {
    for (let index = 0; go(); index = (index + 1) % 250) {
      const number = numbers[2 * index]!
      shoppers.push(await ask(`198.51.100.${index}`, { order_number: number, email: emails.get(number) }, number))
    }
  }

  test('finds no order', () => {
    assert.equal(guesses.length, addresses * each)
    assert.ok(guesses.every(({ status }) => status === 404 || status === 429))
  })

  test('learns nothing from the response, which is the same, letter by letter, whether the order exists or not', () => {
    for (const status of [404, 429]) {
      const [real, unreal] = apart([...guesses, ...siege].filter((one) => one.status === status)).map((answers) => [
        ...new Set(answers.map(({ said }) => said)),
      ])
      assert.ok(real!.length <= 1, real!.slice(0, 3).join('\n'))
      if (real!.length > 0 && unreal!.length > 0) assert.deepEqual(real, unreal)
    }
  })

  test('learns nothing from the time that responses take', () => {
    const [real, unreal] = apart(guesses.filter(({ status }) => status === 404)).map((answers) => answers.map(({ took }) => took)) as [number[], number[]]

    assert.ok(real.length > guesses.length / 3 && unreal.length > guesses.length / 3, `${real.length} and ${unreal.length}`)
    const [found, bound] = [distance(real, unreal), chanceDistance(real.length, unreal.length)]
    assert.ok(found < bound, `a distance of ${found}, where chance makes ${bound} at the most`)
  })

  test('learns nothing from the attempts that are left, which count every number alike', () => {
    const [real, unreal] = apart(guesses.filter(({ status }) => status === 404)).map((answers) => new Set(answers.map(({ left }) => left)))

    assert.deepEqual([...real!].sort(), [...unreal!].sort())
    assert.equal(real!.size, each)
  })

  test('is blocked after thirty attempts of one number, whether the order exists or not', () => {
    for (const number of Object.values(besieged)) {
      const statuses = siege.filter((one) => one.number === number).map(({ status }) => status)
      assert.deepEqual(statuses, [...Array<number>(30).fill(404), ...Array<number>(10).fill(429)])
    }
  })

  test('blocks no shopper from their order, not even the owner of the besieged order, who has a link', () => {
    assert.ok(shoppers.length > 20, `${shoppers.length} looked`)
    assert.deepEqual([...new Set(shoppers.map(({ status }) => status))], [200])
    assert.deepEqual([...new Set(link.map(({ status }) => status))], [200])
  })
})

/** Splits the responses into those about numbers of orders and the others. */
const apart = (answers: readonly Answer[]) => [answers.filter(({ number }) => emails.has(number)), answers.filter(({ number }) => !emails.has(number))]

/** IPv4 addresses, and IPv6 addresses each of its own network. */
const addressOf = (index: number) =>
  index % 2 === 0 ? `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` : `2001:db8:${index.toString(16)}:1::${index.toString(16)}`
