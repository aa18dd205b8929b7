import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { after, describe, test } from 'node:test'
import { runs } from '../properties/runs.ts'
import { mira, runCommand, start, startServices } from './commands.ts'

const { run, env, fault, mend } = await startServices()
/** A member with 100,000 credit entries. */
const noor = '700100200304'
/** Pages of 100 entries; PROPERTIES_FACTOR=4 reads all 1,000. */
const { numRuns: pages } = runs(250)

type Reply = { status?: number; headers?: Record<string, string>; body: unknown }

/** A loyalty service that answers as told; the settings lead commands to it. */
async function serving(reply: (request: IncomingMessage, turn: number) => Reply | Promise<Reply>) {
  const urls: string[] = []
  const server = createServer((request, response) => {
    urls.push(request.url!)
    void Promise.resolve(reply(request, urls.length)).then(({ status = 200, headers, body }) => response.writeHead(status, headers).end(JSON.stringify(body)))
  }).listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  return { urls, env: { ...env, LOYALTY_BASE_URL: `http://127.0.0.1:${(server.address() as { port: number }).port}/loyalty` } }
}

const entry = (amount: number) => ({ amount, createdAt: '2026-11-20T10:00:00Z' })
const page = (amount: number, lastCreditEntry?: unknown) => ({ message: 'ok', data: { credits: [entry(amount)], lastCreditEntry } })

describe('--all', () => {
  test(`prints ${pages * 100} entries, one JSON object per line, in the memory of 1,000`, async (context) => {
    /** The ledger of the member, which ends after some pages. */
    const endingAfter = (last: number) =>
      serving(async ({ url, headers }, turn) => {
        const key = headers['x-loyalty-api-key'] as string
        const answer = await fetch(new URL(url!, env.LOYALTY_BASE_URL), { headers: { 'X-Loyalty-Api-Key': key } })
        const body = (await answer.json()) as { data: object }
        return { body: turn < last ? body : { ...body, data: { ...body.data, lastCreditEntry: null } } }
      })
    const [few, many] = [await endingAfter(10), await endingAfter(pages)]
    const words = ['loyalty', 'list-credits', noor, '--all', '--json']

    // Storing all entries would exceed this limit.
    const heap = { NODE_OPTIONS: '--max-old-space-size=32' }
    const part = await start(words, { ...few.env, ...heap }).ended
    const all = await start(words, { ...many.env, ...heap }).ended

    const lines = all.out.trimEnd().split('\n')
    assert.deepEqual([part.code, all.code], [0, 0])
    assert.equal(part.out.trimEnd().split('\n').length, 1_000)
    assert.equal(lines.length, pages * 100)
    assert.equal(lines.filter((line) => typeof (JSON.parse(line) as { amount: unknown }).amount === 'number').length, pages * 100)
    assert.match(all.err, new RegExp(`^${pages * 100} entries in ${pages} pages\\.$`, 'm'))
    context.diagnostic(`peak of 1,000 entries ${Math.round(part.peak / 1024)} MB, of ${pages * 100} entries ${Math.round(all.peak / 1024)} MB`)
    assert.ok(all.peak < part.peak * 1.4, `${all.peak} kB against ${part.peak} kB`)
  })

  test('prints one table with the columns of the first page', async () => {
    const { code, out } = await run(`loyalty list-credits ${mira} --all --limit 5`)

    const [header, ...rows] = out.trimEnd().split('\n')
    assert.equal(code, 0)
    assert.match(header!, /^amount +newBalance /)
    assert.equal(rows.length, 13)
    assert.equal(out.match(/newBalance/g)!.length, 1)
  })

  test('waits for Retry-After, returns the cursor unchanged, and ends without a cursor', async () => {
    const cursor = { customerId: mira, at: 'a+b/c=' }
    const odd = await serving((_request, turn) => {
      if (turn === 1) return { status: 429, headers: { 'Retry-After': '1' }, body: { message: 'Slow down' } }
      return { body: turn === 2 ? page(1, cursor) : page(2, turn === 3 ? '' : 'never') }
    })

    const began = performance.now()
    const { code, out, err } = await runCommand(['loyalty', 'list-credits', mira, '--all', '--json'], odd.env)

    assert.equal(code, 0, err)
    assert.deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { amount: number }).amount),
      [1, 2],
    )
    assert.ok(performance.now() - began >= 1000)
    assert.deepEqual(JSON.parse(new URL(odd.urls[2]!, 'http://x').searchParams.get('lastCreditEntry')!), cursor)
    assert.equal(odd.urls.length, 3)
  })

  test('retries a page that failed, and prints where to continue if the retries fail', async () => {
    await fault({ match: { method: 'GET', path: `/loyalty/v2.0/admin/members/${mira}/credits` }, status: 500, times: 1 })
    const again = await run(`loyalty list-credits ${mira} --all --limit 10 --json`)
    await mend()
    const broken = await serving((_request, turn) => (turn < 3 ? { body: page(turn, `c${turn}`) } : { status: 400, body: { message: 'No more' } }))
    const ended = await runCommand(['loyalty', 'list-credits', mira, '--all', '--json'], broken.env)

    assert.equal(again.code, 0)
    assert.equal(again.out.trimEnd().split('\n').length, 13)
    assert.equal(ended.code, 1)
    assert.equal(ended.out.trimEnd().split('\n').length, 2)
    assert.match(ended.err, /To continue from here, add --last-credit-entry 'c2'/)
    assert.match(ended.err, /No more/)
  })

  test('refuses a repeated cursor', async () => {
    const circle = await serving((_request, turn) => ({ body: page(turn, turn % 2 ? 'one' : 'two') }))

    const { code, err } = await runCommand(['loyalty', 'list-credits', mira, '--all', '--json'], circle.env)

    assert.equal(code, 3)
    assert.match(err, /the same cursor twice/)
    assert.equal(circle.urls.length, 3)
  })

  test('ends at once on Ctrl-C with 130, and prints where to continue', async () => {
    const endless = await serving((_request, turn) => ({ body: page(turn, `c${turn}`) }))
    const { child, ended } = start(['loyalty', 'list-credits', mira, '--all', '--json'], endless.env)
    child.stdout!.once('data', () => child.kill('SIGINT'))

    const { code, err } = await ended

    assert.equal(code, 130)
    assert.match(err, /To continue from here, add --last-credit-entry 'c\d+'/)
  })
})
