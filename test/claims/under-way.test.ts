import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../src/contract/client.ts'
import { runCommand } from '../cli/commands.ts'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'
import { until } from '../until.ts'
import { timed } from '../timed.ts'
import { askClaims, claimOf, reportSent, startClaims, type ClaimsStack } from './claims-stack.ts'

describe('a claim that is being resolved', { concurrency: true }, () => {
  let stack: ClaimsStack
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'claims-'))
    stack = await startClaims()
  })
  after(async () => {
    await stack.stop()
    await rm(folder, { recursive: true })
  })

  test('is answered with 503 before the service gives up, and with the outcome when the service sends it again', async () => {
    await stack.sent('4001')
    const goOn = stack.resolver.pause('401')

    const { result: first, counted } = await timed(() => stack.ask('4001/refund', claimOf(401, '4001')))

    assert.ok(counted < 10_000, `${counted} ms`)
    assert.equal(first.status, 503)
    assert.ok(Number(first.retryAfter) > 0)
    assert.deepEqual(Object.keys(first.body), ['error'])
    goOn()
    const second = await until(
      () => stack.ask('4001/refund', claimOf(401, '4001')),
      ({ status }) => status !== 503,
    )
    assert.deepEqual([second.status, second.body], [200, stack.resolver.answers('refund/401')])
  })

  test('is held for a person if the shop refuses it after an attempt that may have worked, and counts as done until the person decides', async () => {
    await stack.sent('4003')
    stack.resolver.trouble('403', 'drop after', { status: 422, body: { error: ['no such payment'] } })
    const whole = { quantity: 2, cents: 4800 }

    assert.equal((await stack.ask('4003/refund', claimOf(403, '4003', whole))).status, 503)

    const run = (...words: string[]) => runCommand(words, stack.settings)
    const { out } = await run('queue', 'list', '--state', 'held', '--order', '4003', '--json')
    assert.match(out, /the shop refuses \(no such payment\), but may have done it at an earlier try/)
    const [otherWay, other] = [await stack.ask('4003/store_credit', claimOf(403, '4003', whole)), await stack.ask('4003/refund', claimOf(4031, '4003'))]
    assert.deepEqual([otherWay.status, other.status], [422, 422])
    await run('claims', 'refuse', '403', '--reason', 'it was not done', '--yes')
    const answer = await until(
      () => stack.ask('4003/refund', claimOf(4031, '4003')),
      ({ status }) => status !== 422,
    )
    assert.equal(answer.status, 200)
  })

  test('is resolved once, although the proxy is killed after the shop has done it and before the shop answers', async () => {
    const port = String(await freePort())
    const proxy = `http://127.0.0.1:${port}`
    const settings: Record<string, string> = { ...stack.settings, PORT: port, OPERATOR_PORT: '', CONSOLE_TOKENS: '', DATA_DIR: folder }
    const backend = createClient(merchant, { baseUrl: proxy, headers: { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` } })
    const killed = await startProxy(settings)
    await reportSent(backend, '4002')
    stack.resolver.trouble('402', 'silence after')
    void askClaims(proxy, '4002/refund', claimOf(402, '4002')).catch(() => 'cut off')
    await until(async () => stack.resolver.done.has('refund/402'), Boolean)
    await kill(killed)

    const started = await startProxy(settings)
    const answer = await until(
      () => askClaims(proxy, '4002/refund', claimOf(402, '4002')),
      ({ status }) => status !== 503,
    )
    await kill(started)

    assert.deepEqual([answer.status, answer.body], [200, stack.resolver.answers('refund/402')])
    assert.equal(stack.resolver.asked.filter(({ body }) => body.key === 'refund/402').length, 2)
  })
})

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Starts a proxy in its own process; resolves once it listens. */
async function startProxy(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, proxyCommand('main'), { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the proxy ended (${code}): ${output}`)))
    child.stdout.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-4000)
      if (output.includes('Server listening')) resolve()
    })
  })
  return child
}
