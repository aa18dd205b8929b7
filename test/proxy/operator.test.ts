import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { describe, test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { protection } from '../../src/contract/protection.ts'
import { freePort } from '../free-port.ts'
import { runCommand } from '../cli/commands.ts'
import { proxyCommand } from '../proxy-command.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { refusalOf } from './refusals.ts'

interface Readiness {
  status: string
  upstream: Record<string, string>
  store?: string
  reasons: { part: string; reason: string }[]
}

const readiness = async (operator: string) => (await (await fetch(`${operator}/readyz`)).json()) as Readiness

/** Runs `storefront-proxy health` with these settings, to its end. */
const health = (settings: Record<string, string>) => runCommand(['health'], settings)

/** The settings by which `health` finds the servers of a stack. */
const listeningOf = ({ proxy, operator }: Pick<Stack, 'proxy' | 'operator'>) => ({
  HOST: new URL(proxy).hostname,
  PORT: new URL(proxy).port,
  OPERATOR_HOST: new URL(operator).hostname,
  OPERATOR_PORT: new URL(operator).port,
})

describe('readiness', () => {
  test('has no reasons while everything works, and then says of each part why it does not', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    const atFirst = await readiness(stack.operator)
    await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const called = await readiness(stack.operator)
    await stack.fault({ match: { path: '/protection' }, status: 503 })
    await refusalOf(stack.browser(protection).quoteProtection({ cents: 4_999, currency: 'USD' }), 'upstream-unavailable')
    const failed = await readiness(stack.operator)
    for (let count = 0; count < 5; count += 1)
      await refusalOf(stack.browser(protection).quoteProtection({ cents: 5_000 + count, currency: 'USD' }), 'upstream-unavailable')
    const other = new DatabaseSync(`${stack.settings.DATA_DIR}/store.db`, { timeout: 2_000 })
    t.after(() => other.close())
    other.exec('begin exclusive')

    const later = await readiness(stack.operator)
    const { code, out } = await health(listeningOf(stack))

    assert.deepEqual(atFirst, {
      status: 'ready',
      upstream: { loyalty: 'not called yet', protection: 'not called yet', track: 'not called yet' },
      store: 'fine',
      reasons: [],
    })
    assert.deepEqual([called.upstream.protection, called.upstream.track], ['fine', 'not called yet'])
    assert.deepEqual([failed.status, failed.upstream.protection, failed.reasons], ['ready', 'last call failed', []])
    assert.deepEqual([later.status, later.upstream.protection], ['ready', 'failing'])
    assert.deepEqual(later.reasons, [
      { part: 'protection', reason: 'requests to this service are paused after failures; the latest: it answered 503' },
      { part: 'store', reason: 'nothing can be accepted: database is locked' },
    ])
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(out), later)
  })

  test('ends when the proxy shuts down, with the reason, while it still answers what it has accepted', async () => {
    const stack = await startStack()
    await stack.fault({ match: { path: '/protection' }, hold: true })
    const quote = stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
    await until(
      () => stack.state<{ requests: { operation: string; count: number }[] }>('requests'),
      ({ requests }) => requests.some(({ operation }) => operation.includes('quote')),
    )

    const stopped = stack.stop()
    const closing = await until(
      () => readiness(stack.operator),
      ({ status }) => status === 'closing',
    )
    await stack.mend()
    await quote
    await stopped

    assert.deepEqual(closing.reasons, [{ part: 'proxy', reason: 'it is shutting down, and completes the requests that it has accepted' }])
  })
})

describe('storefront-proxy health', () => {
  test('without an operator port asks whether the proxy is alive', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    const { HOST, PORT } = listeningOf(stack)

    assert.deepEqual(await health({ HOST, PORT }), { code: 0, out: '{"status":"alive"}\n', err: '' })
  })

  test('fails where no proxy answers, and says so; names a setting that cannot be read', async () => {
    const port = String(await freePort())
    const [away, misread] = await Promise.all([health({ PORT: port }), health({ PORT: 'eighty' })])

    assert.deepEqual(away, { code: 1, out: '', err: `No proxy answers at http://127.0.0.1:${port}/livez: ECONNREFUSED.\n` })
    assert.equal(misread.code, 2)
    assert.match(misread.err, /PORT is no port number/)
  })
})

/** Starts the proxy with these settings, and resolves once it listens for the operator, or has ended. */
async function start(stack: Stack, changes: Record<string, string>) {
  const port = String(await freePort())
  const child = spawn(process.execPath, proxyCommand('main'), {
    env: { PATH: process.env.PATH, ...stack.settings, PORT: '0', DATA_DIR: `${stack.settings.DATA_DIR}/other`, OPERATOR_PORT: port, ...changes },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  await Promise.race([
    ended,
    until(
      async () => said.match(/Server listening/g)?.length ?? 0,
      (count) => count >= 2 || child.exitCode !== null,
    ),
  ])
  return { port, said: () => said, stop: () => (child.kill(), ended), code: () => child.exitCode }
}

describe('a shutdown', () => {
  test('stands in the log', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    const proxy = await start(stack, { LOG_LEVEL: 'info' })

    await proxy.stop()

    assert.match(proxy.said(), /"msg":"SIGTERM: the proxy completes what it has accepted, and ends"/)
  })
})

describe('OPERATOR_HOST', () => {
  const [outer] = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'))

  test('is loopback by default', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    const answers = (host: string, port: string) =>
      fetch(`http://${host}:${port}/livez`).then(
        ({ status }) => status,
        () => 'no answer',
      )

    const byDefault = await start(stack, {})
    if (!outer) t.diagnostic('this machine has no address but loopback, so 127.0.0.2 stands for another')
    const another = outer?.address ?? '127.0.0.2'
    const [own, outside] = [await answers('localhost', byDefault.port), await answers(another, byDefault.port)]
    await byDefault.stop()
    const opened = await start(stack, { OPERATOR_HOST: '0.0.0.0' })
    const reached = await answers(another, opened.port)
    await opened.stop()

    assert.deepEqual([own, outside, reached], [200, 'no answer', 200])
  })

  test('that is no address of this machine stops the start, with the remedy', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())

    const { code, said } = await start(stack, { OPERATOR_HOST: '192.0.2.1' })

    assert.equal(code(), 1)
    assert.match(said(), /^192\.0\.2\.1 is no address of this machine\. Set HOST \(or OPERATOR_HOST\) to one, such as 127\.0\.0\.1\.$/m)
  })
})
