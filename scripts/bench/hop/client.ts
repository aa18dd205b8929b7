// Sends requests on command, in its own process: other work of the benchmark does not count.
import { Agent, request } from 'undici'

/** One request; `#` in path and body stands for a number that no other request has. */
export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** What the client is to send: so many views, each of them all of these requests at once. */
export interface Order {
  address: string
  view: HttpRequest[]
  howMany: number
  /** How many views run at the same time. */
  atOnce: number
  /** Milliseconds between the starts of views, whether or not earlier ones have ended; absent: a view starts when one before it ends. */
  every?: number
}

/** The times: seconds of all views, milliseconds of each view that succeeded, and the number of views with a response other than 2xx. */
export interface Result {
  seconds: number
  times: number[]
  failed: number
}

const dispatcher = new Agent({ connections: 256, keepAliveTimeout: 60_000 })
let number = 10_000

async function send(address: string, { method, path, headers, body }: HttpRequest): Promise<boolean> {
  const unique = String((number += 1))
  const answer = await request(address + path.replaceAll('#', unique), {
    method: method as 'GET',
    headers,
    body: body === '' ? undefined : body.replaceAll('#', unique),
    dispatcher,
  })
  await answer.body.dump()
  return answer.statusCode < 300
}

async function run({ address, view, howMany, atOnce, every }: Order): Promise<Result> {
  const times: number[] = []
  let failed = 0
  let left = howMany
  const began = performance.now()
  const show = async () => {
    const startedAt = performance.now()
    const answers = await Promise.all(view.map((one) => send(address, one)))
    if (answers.every(Boolean)) times.push(performance.now() - startedAt)
    else failed += 1
  }
  const showInTurn = async () => {
    while (left-- > 0) await show()
  }
  const showAt = async (index: number) => {
    await new Promise((resolve) => setTimeout(resolve, began + index * every! - performance.now()))
    await show()
  }
  await Promise.all(Array.from({ length: every === undefined ? atOnce : howMany }, (_, index) => (every === undefined ? showInTurn() : showAt(index))))
  return { seconds: (performance.now() - began) / 1000, times, failed }
}

process.on('message', async (order: Order) => process.send!(await run(order)))
process.once('disconnect', () => process.exit())
process.send?.('ready')
