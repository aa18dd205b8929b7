import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'
import { startStack, until } from '../stack.ts'
import { admin, keptDeliveries } from './hooked-stack.ts'

const mira = '700100200301'

test('no event is lost while the token is changed', async (t) => {
  // The service soon repeats a delivery that was refused, or that came while the proxy restarted.
  const stack = await startStack({ services: { deliveries: { waitsMs: Array.from({ length: 100 }, () => 100) } } })
  const folder = await mkdtemp(join(tmpdir(), 'rotation-'))
  const port = await freePort()
  const settings = { ...stack.settings, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: folder }
  let app: Awaited<ReturnType<typeof buildApp>>['app'] | undefined
  t.after(async () => {
    await app?.close()
    await stack.stop()
    await rm(folder, { recursive: true })
  })

  /** Restarts the proxy with these tokens. */
  const restart = async (...tokens: string[]) => {
    await app?.close()
    const built = await buildApp(readConfig({ ...settings, LOYALTY_WEBHOOK_TOKENS: tokens.join(',') }), { thread: false, log: { write() {} } })
    app = built.app
    await app.listen({ port, host: '127.0.0.1' })
  }
  const run = async (words: string, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [...proxyCommand('cli'), 'webhook', ...words.split(' ')], {
      env: { PATH: process.env.PATH, ...settings, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>])
    return { code, out: out.trim(), err }
  }
  let changes = 0
  /** Changes a member, of which the service sends an event. */
  const happen = async () => {
    changes += 1
    await admin(settings, 'PATCH', `members/${mira}`, { firstName: 'Mira', lastName: 'Okafor', notes: `change ${changes}`, phoneNumber: null })
  }
  const eventsKept = async () => new Set((await keptDeliveries(folder)).map(({ body }) => (JSON.parse(body) as { id: string }).id)).size
  const all = () => until(eventsKept, (count) => count === changes)

  const { out: first } = await run('register')
  await restart(first)
  await happen()
  await all()

  const { out: second } = await run('rotate')
  await happen()
  await all()
  const early = await run('rotate --finish', { LOYALTY_WEBHOOK_TOKENS: first })
  await restart(second, first)
  await happen()
  await all()
  await until(
    async () => new Set((await keptDeliveries(folder)).map(({ body }) => (JSON.parse(body) as { token: string }).token)).size,
    (tokens) => tokens === 2,
  )
  const finished = await run('rotate --finish --yes', { LOYALTY_WEBHOOK_TOKENS: `${second},${first}` })
  await happen()
  await all()
  await restart(second)
  await happen()
  await all()

  assert.match(first, /^[0-9a-f]{32}$/)
  assert.notEqual(second, first)
  assert.equal(early.code, 4)
  assert.match(early.err, /Deliveries with 1 of 2 tokens have arrived/)
  assert.equal(finished.code, 0)
  assert.match(finished.err, /Deliveries with each token have arrived since then: the new token works\./)
  const { webhooks } = await stack.state<{ webhooks: { callbackUrl: string; deletedAt?: string }[] }>('webhooks')
  assert.equal(webhooks.filter(({ deletedAt }) => !deletedAt).length, 1)
  assert.equal(await eventsKept(), 5)
})
