import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readSettings } from '../../demo/settings.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { freePort } from '../free-port.ts'
import { proxyCommand } from '../proxy-command.ts'

test('on a full disk a report is refused as a whole, with a time to retry, and all accepted reports are stored', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-full-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('full-disk.ts', import.meta.url))

  // Files of this process cannot grow beyond 1 MB.
  const { stdout } = await promisify(execFile)('sh', ['-c', `ulimit -f 2048 && exec "$0" --import tsx "$1" "$2"`, process.execPath, program, folder])
  const { accepted, code, retryAfter } = JSON.parse(stdout) as { accepted: number; code: string; retryAfter: number }

  assert.ok(accepted > 0)
  assert.deepEqual([code, retryAfter], ['overloaded', 5])
  const stores = await openStores({ folder })
  const jobs = await stores.list({ limit: 2_000 })
  await stores.close()
  assert.equal(jobs.length, 2 * accepted)
})

test('a start on a full disk fails and names the setting, its folder and the remedy, even if a killed proxy left a job', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-full-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('killed-at-work.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--import', 'tsx', program, folder]).catch(() => {})

  // No file of this process can grow: neither the store nor its log. So tsx must not cache.
  const command = `ulimit -f 0 && exec "$0" "$@"`
  const settings = { ...readSettings({}), DATA_DIR: folder, PUBLIC_URL: 'http://127.0.0.1', TSX_DISABLE_CACHE: '1', PORT: String(await freePort()) }
  const given = ['-c', command, process.execPath, ...proxyCommand('main')]
  const started = promisify(execFile)('sh', given, { env: { ...process.env, ...settings }, timeout: 30_000 })

  const { code, stderr } = await started.then(
    () => assert.fail('it started'),
    (error: { code: number; stderr: string }) => error,
  )
  assert.equal(code, 1)
  assert.ok(stderr.includes(`DATA_DIR cannot be used: ${folder}: `), stderr)
  assert.match(stderr, /Check whether its disk is full/)
  assert.doesNotMatch(stderr, /\n +at /)
})
