// One proxy at a time may use a folder: a second one does not start. The folder is free after the first has stopped or was killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'
import { startStack } from '../stack.ts'
import { startProxies } from './kill-proxies.ts'

async function settingsOf(context: TestContext): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-one-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return { ...readSettings({}), HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1', OPERATOR_PORT: '', CONSOLE_TOKENS: '', DATA_DIR: folder }
}

/** Runs a program of the proxy until it exits. */
async function run(program: 'main' | 'cli', words: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [...proxyCommand(program), ...words], { env: { ...process.env, ...settings }, timeout: 30_000 })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number | null]>])
  return { said, complained, code }
}

test('a second proxy on the same folder exits and names the remedy, commands can read the store, and a killed proxy leaves no lock', async (context) => {
  const settings = await settingsOf(context)
  const { proxies, until } = await startProxies(1, settings)
  context.after(() => proxies[0]!.kill())

  const [second, listed] = await Promise.all([
    run('main', [], { ...settings, PORT: String(await freePort()) }),
    run('cli', ['queue', 'list'], { DATA_DIR: settings.DATA_DIR! }),
  ])
  await proxies[0]!.kill()
  proxies[0]!.start()
  await until(() => proxies[0]!.address !== undefined)

  assert.equal(second.code, 1)
  assert.match(second.complained, new RegExp(`DATA_DIR.*${settings.DATA_DIR}`))
  assert.match(second.complained, /another proxy/)
  assert.match(second.complained, /DATABASE_URL/)
  assert.doesNotMatch(second.complained, /\n +at /)
  assert.deepEqual([listed.code, listed.complained], [0, 'There are no jobs.\n'])
})

test('a folder is locked for other proxies of the same process, too, and free once its proxy has stopped', async (context) => {
  const { DATA_DIR: folder } = await settingsOf(context)
  const sharing = (settings: Record<string, string> = {}) => startStack({ thread: true, settings: { DATA_DIR: folder, ...settings } })
  const first = await sharing()

  await assert.rejects(sharing(), /DATA_DIR is in use by another proxy/)
  await first.stop()
  const next = await sharing()
  await next.stop()
})
