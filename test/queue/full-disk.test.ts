import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDesk } from '../../proxy/queue/desk.ts'

test('once the disk is full a report is refused whole, to be sent again, and what was accepted is all there', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-full-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('full-disk.ts', import.meta.url))

  // Files of this process cannot grow beyond 1 MB.
  const { stdout } = await promisify(execFile)('sh', ['-c', `ulimit -f 2048 && exec "$0" --import tsx "$1" "$2"`, process.execPath, program, folder])
  const { accepted, code, retryAfter } = JSON.parse(stdout) as { accepted: number; code: string; retryAfter: number }

  assert.ok(accepted > 0)
  assert.deepEqual([code, retryAfter], ['overloaded', 5])
  const desk = await openDesk({ folder })
  const works = await desk.list({ limit: 2_000 })
  await desk.close()
  assert.equal(works.length, 2 * accepted)
})
