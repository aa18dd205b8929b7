import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { until } from '../until.ts'
import { mira, runCommand, start, startServices } from './commands.ts'
import { readJsonLines, write } from './lines.ts'

const { run, env, fault, mend, asked } = await startServices()
afterEach(() => mend())

const issuing = 'POST /loyalty/v2.0/admin/members/:id/credits'
const credit = (note: string) => ({ id: mira, amount: 1, note })
const importing = (file: string, ...options: string[]) => ['loyalty', 'import', 'issue-credits', file, '--yes', ...options]
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

async function makePipe(): Promise<string> {
  const pipe = `${await write([])}.pipe`
  execFileSync('mkfifo', [pipe])
  return pipe
}

describe('an import from a pipe', () => {
  test('reads every line once', async () => {
    const pipe = await makePipe()
    const before = await asked(issuing)

    const { ended } = start(importing(pipe), env)
    createWriteStream(pipe).end([credit('one'), credit('two')].map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { code, err } = await ended

    assert.equal(code, 0, err)
    assert.match(err, /2 lines: 2 done\./)
    assert.equal((await asked(issuing)) - before, 2)
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    test(`ends with 130 on ${signal}, even if nobody writes to the pipe`, async () => {
      const pipe = await makePipe()

      const { child, ended } = start(importing(pipe, '--progress', `${pipe}.done`), env)
      await until(
        () => stat(`${pipe}.done`).catch(() => undefined),
        (made) => made !== undefined,
      )
      child.kill(signal)
      const { code, err } = await ended

      assert.equal(code, 130)
      assert.match(err, /0 lines: 0 done\.[^]*Stopped\.\nAdd --resume/)
    })
})

test('a second signal ends an import at once, even with lines in progress', async () => {
  const file = await write([credit('slow')])
  const before = await asked(issuing)
  await fault({ match: { method: 'POST', path: '/loyalty/v2.0/admin/members/*/credits' }, hold: true })

  const { child, ended } = start(importing(file), env)
  await until(
    () => asked(issuing),
    (count) => count > before,
  )
  child.kill('SIGINT')
  child.kill('SIGTERM')
  const { code, err } = await ended

  assert.equal(code, 130)
  // The line has no answer yet; once the import had given it up, it would have said how far it came.
  assert.doesNotMatch(err, /Stopped\.|Add --resume/)
})

test('an import from standard input is resumed only with --progress', async () => {
  const wrongKey = { ...env, LOYALTY_API_KEY: 'another-key-than-that-of-these-tests' }

  const { code, err } = await runCommand(importing('-'), wrongKey, `${JSON.stringify(credit('refused'))}\n`)

  assert.equal(code, 1)
  assert.match(err, /cannot be resumed[^]*--progress/)
  assert.doesNotMatch(err, /--resume/)
})

describe('unreadable input is refused in one line, with 2', () => {
  test('a folder, a missing file, a journal that cannot be written', async () => {
    const file = await write([credit('never')])

    const [folder, missing, unwritable] = await Promise.all([
      run(importing(dirname(file))),
      run(importing(`${file}.none`)),
      run(importing(file, '--progress', `${file}.none/done`)),
    ])

    assert.deepEqual([folder.code, missing.code, unwritable.code], [2, 2, 2])
    assert.match(folder.err, /^\S+ is a directory\.\n$/)
    assert.match(missing.err, /^\S+ does not exist\.\n$/)
    assert.match(unwritable.err, /none\/done[^\n]*\.\n$/)
  })

  test('lists in lists without end', async () => {
    const file = await write([credit('kept'), `{"id":"${mira}","amount":1,"note":${nested(100_000)}}`])
    const body = (levels: number) => `{"amount":1,"note":${nested(levels)}}`

    const [deep, deeper, dotted, lines] = await Promise.all([
      run(['loyalty', 'issue-credits', mira, '--body', '-', '--dry-run'], body(64)),
      run(['loyalty', 'issue-credits', mira, '--body', '-', '--dry-run'], body(100_000)),
      run(['loyalty', 'issue-credits', mira, '--amount', '1', '--dry-run', '--set', `${'a.'.repeat(40_000)}a=1`]),
      run(importing(file)),
    ])

    for (const { code, err } of [deep, deeper, dotted]) {
      assert.equal(code, 2)
      assert.match(err, /^--\w+ is nested deeper than 64 levels\n$/)
    }
    assert.equal(lines.code, 5, lines.err)
    assert.deepEqual((await readJsonLines(`${file}.refused.jsonl`))[0]!.reasons, ['the line is nested deeper than 64 levels'])
  })
})

test('an endless line is refused and not stored, neither in memory nor among the refused lines', async () => {
  const file = await write([credit('before'), `{"id":"${mira}","note":"${'x'.repeat(60_000_000)}"}`, credit('after')])
  const usual = await start(importing(await write([credit('usual')])), env).ended

  const { code, err, peak } = await start(importing(file), env).ended

  assert.equal(code, 5, err)
  assert.match(err, /3 lines: 2 done, 1 refused\./)
  const [refused] = await readJsonLines(`${file}.refused.jsonl`)
  assert.deepEqual([refused!.line, refused!.reasons], [2, ['the line has more than 1000000 characters']])
  assert.ok(String(refused!.text).length < 300)
  assert.ok(peak - usual.peak < 60_000, `${peak - usual.peak} kB more than usual`)
})
