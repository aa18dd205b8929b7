import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, describe, test } from 'node:test'
import { startOddService } from '../proxy/odd-service.ts'
import { until } from '../until.ts'
import { jonas, mira, runCommand, start, startAtTerminal, startServices } from './commands.ts'
import { readJsonLines, write } from './lines.ts'

const { run, env, fault, mend, asked, list, address } = await startServices()
afterEach(() => mend())

const issuing = 'POST /loyalty/v2.0/admin/members/:id/credits'
const credits = (count: number) => Array.from({ length: count }, (_, index) => ({ id: mira, amount: 1, note: `line ${index}` }))
const importing = (file: string, ...options: string[]) => ['loyalty', 'import', 'issue-credits', file, '--yes', ...options]
/** What the journal says of each line in the end. */
const statesOf = async (file: string) => {
  const entries = (await readJsonLines(`${file}.done`)).filter(({ line }) => line !== undefined)
  return [...new Map(entries.map(({ line, state }) => [line as number, state as string])).values()]
}

describe('an import stops at its first line, and --resume sends this line again', () => {
  const refusing = (status: number) => ({ status, body: { message: 'Invalid API key' } })

  test('if the key is wrong, with any status', async () => {
    const file = await write(credits(20))
    const [legacy, forbidding] = [await startOddService(refusing(400)), await startOddService(refusing(403))]

    const wrongKey = { ...env, LOYALTY_API_KEY: 'another-key-than-that-of-these-tests' }
    const wrong = await runCommand(importing(file), wrongKey)
    const others = []
    for (const { address } of [legacy, forbidding])
      others.push(await runCommand(importing(file, '--resume', '--parallel', '1'), { ...env, LOYALTY_BASE_URL: address }))
    const unsent = await statesOf(file)
    const refused = await readJsonLines(`${file}.refused.jsonl`)
    const before = await asked(issuing)
    const right = await run(importing(file, '--resume'))

    for (const { code, err } of [wrong, ...others]) {
      assert.equal(code, 1, err)
      assert.match(err, /LOYALTY_API_KEY/)
      assert.match(err, /0 lines: 0 done/)
      assert.match(err, /Add --resume/)
    }
    assert.ok(legacy.seen.length <= 2 && forbidding.seen.length === 1)
    assert.deepEqual([...new Set(unsent)], ['unsent'])
    assert.deepEqual(refused, [])
    assert.equal(right.code, 0, right.err)
    assert.match(right.err, /20 lines: 20 done\./)
    assert.equal((await asked(issuing)) - before, 20)
  })

  test('if the address is unknown, or redirects', async () => {
    const file = await write(credits(8))
    const elsewhere = await startOddService({ status: 302, headers: { Location: '/login' } })

    const nowhere = await runCommand(importing(file), { ...env, LOYALTY_BASE_URL: `${address}/other` })
    const moved = await runCommand(importing(file, '--resume'), { ...env, LOYALTY_BASE_URL: elsewhere.address })
    const single = await runCommand(['loyalty', 'issue-credits', mira, '--amount', '1', '--yes'], { ...env, LOYALTY_BASE_URL: elsewhere.address })
    const right = await run(importing(file, '--resume'))

    assert.deepEqual([nowhere.code, moved.code, single.code, right.code], [1, 2, 2, 0])
    for (const { err } of [nowhere, moved, single]) assert.match(err, /LOYALTY_BASE_URL/)
    assert.match(right.err, /8 lines: 8 done\./)
  })

  test('but not if only the line is wrong, as for unknown members', async () => {
    const [strangers, redeeming] = [await write([{ id: '999', amount: 1 }, ...credits(1)]), await write([{ id: '999' }, { id: mira, amount: 0.01 }])]

    const [issued, redeemed] = await Promise.all([
      run(importing(strangers, '--parallel', '1')),
      run(['loyalty', 'import', 'redeem-credits', redeeming, '--yes', '--parallel', '1']),
    ])

    for (const { code, err } of [issued, redeemed]) {
      assert.equal(code, 5, err)
      assert.match(err, /2 lines: 1 done, 1 refused\./)
    }
  })
})

test('--refused-too sends refused lines again, as they are in the file now', async () => {
  const file = await write([...credits(2), { id: mira, amount: 0 }, { id: '999', amount: 1 }])
  const before = await asked(issuing)

  const first = await run(importing(file))
  const again = await run(importing(file, '--resume'))
  await writeFile(file, [...credits(2), { id: mira, amount: 2 }, { id: '999', amount: 1 }].map((line) => JSON.stringify(line)).join('\n'))
  const mended = await run(importing(file, '--resume', '--refused-too'))
  const alone = await run(importing(file, '--refused-too'))

  assert.deepEqual([first.code, again.code, mended.code, alone.code], [5, 5, 5, 2])
  assert.match(again.err, /4 lines: 0 done, 2 done before, 2 refused\./)
  assert.match(mended.err, /4 lines: 1 done, 2 done before, 1 refused\./)
  assert.deepEqual(
    (await readJsonLines(`${file}.refused.jsonl`)).map(({ line }) => line),
    [4],
  )
  assert.equal((await asked(issuing)) - before, 2 + 1 + 1 + 1)
})

describe('a service that answers 429', () => {
  const tooMany = (seconds: string) => ({ status: 429, headers: { 'Retry-After': seconds }, body: { message: 'Slow down' } })

  test('is not called until the time of Retry-After, and then gets every line', async () => {
    const file = await write(credits(6).map((line, index) => ({ ...line, id: `member-${index}` })))
    const arrivals: number[] = []
    const { address, seen } = await startOddService(() => {
      arrivals.push(performance.now())
      return arrivals.length <= 2 ? tooMany('1') : { body: { message: 'ok' } }
    })

    const { code, err } = await runCommand(importing(file, '--parallel', '2'), { ...env, LOYALTY_BASE_URL: address })

    assert.equal(code, 0, err)
    assert.match(err, /6 lines: 6 done\./)
    assert.ok(arrivals[2]! - arrivals[0]! >= 990, String(arrivals))
    assert.equal(seen.length, 6 + 2)
    assert.deepEqual(await readJsonLines(`${file}.refused.jsonl`), [])
  })

  for (const [seconds, answer] of [
    ['86400', /a pause of 86400 s: retry after 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/],
    ['99999999999', /a pause of 2147483648 s\./],
  ] as const)
    test(`is not waited for if Retry-After is ${seconds} seconds; the command prints when to retry`, async () => {
      const file = await write(credits(6))
      const { address, seen } = await startOddService(tooMany(seconds))
      const busy = { ...env, LOYALTY_BASE_URL: address }

      const ended = await Promise.all([
        runCommand(importing(file, '--parallel', '1'), busy),
        runCommand(['loyalty', 'list-credits', mira, '--all'], busy),
        runCommand(['loyalty', 'issue-credits', mira, '--amount', '1', '--yes'], busy),
      ])

      for (const { code, err } of ended) {
        assert.equal(code, 1, err)
        assert.match(err, answer)
        assert.doesNotMatch(err, /Warning/)
      }
      assert.equal(seen.length, 3)
      assert.deepEqual(await statesOf(file), ['unsent'])
    })
})

test('a request that the service gave up (408) may have taken effect', async () => {
  const file = await write(credits(1))
  await fault({ match: { method: 'POST', path: `/loyalty/v2.0/admin/members/${mira}/credits` }, status: 408 })

  const [single, many] = [await run(`loyalty issue-credits ${mira} --amount 1 --yes`), await run(importing(file))]

  assert.deepEqual([single.code, many.code], [3, 3])
  assert.match(single.err, /may have taken effect/)
  assert.deepEqual(await statesOf(file), ['unknown'])
})

describe('a line that could be done twice', () => {
  test('is not sent again after the import was killed, even if the operation needs no confirmation', async () => {
    const file = await write([{ callbackUrl: 'https://shop.example/hook', name: 'once' }])
    await fault({ match: { method: 'POST', path: '/loyalty/v2.0/admin/webhooks' }, delay_ms: 300 })
    const words = ['loyalty', 'import', 'create-webhook', file]

    const { child, ended } = start(words, env)
    await until(
      () => readFile(`${file}.done`, 'utf8').catch(() => ''),
      (text) => text.includes('"sent"'),
    )
    child.kill('SIGKILL')
    await ended
    await mend()
    const resumed = await run([...words, '--resume'])

    assert.equal(resumed.code, 3, resumed.err)
    assert.match(resumed.err, /Check before you send them again/)
    assert.deepEqual(await statesOf(file), ['unknown'])
    assert.ok((await list<{ name: string }>('webhooks')).filter(({ name }) => name === 'once').length <= 1)
  })

  test('is not sent twice by simultaneous imports, even after a killed import', async () => {
    const file = await write(credits(40))
    await fault({ match: { method: 'POST', path: '/loyalty/v2.0/admin/members/*/credits' }, delay_ms: 20 })
    const before = await asked(issuing)

    const { child, ended } = start(importing(file), env)
    await until(
      () => readFile(`${file}.done`, 'utf8').catch(() => ''),
      (text) => text.includes('"done"'),
    )
    child.kill('SIGKILL')
    await ended
    const several = await Promise.all(Array.from({ length: 4 }, () => run(importing(file, '--resume'))))

    const sent = (await asked(issuing)) - before
    for (const { code, err } of several) assert.match(err, code === 2 ? /being imported by/ : /^40 lines: /m)
    assert.ok(sent <= 40, `${sent} requests`)
    const unknown = (await readJsonLines(`${file}.refused.jsonl`)).length
    assert.ok(sent >= 40 - unknown, `${sent} requests, ${unknown} unknown`)
  })
})

test('an import whose standard output is closed finishes the lines that it has begun, and begins no more', async () => {
  const file = await write(credits(200))
  const match = { method: 'POST', path: '/loyalty/v2.0/admin/members/*/credits' }
  await fault({ match, delay_ms: 1, times: 1 })
  await fault({ match, hold: true })
  const before = await asked(issuing)

  const { child, ended } = start(importing(file, '--json'), env)
  await once(child.stdout!, 'data')
  child.stdout!.destroy()
  await mend()
  const stopped = await ended
  const sent = (await asked(issuing)) - before
  const states = await statesOf(file)
  const resumed = await run(importing(file, '--resume', '--json'))

  assert.equal(stopped.code, 130)
  assert.match(stopped.err, /standard output was closed[^]*Add --resume/)
  assert.ok(sent < 200, `${sent} requests`)
  assert.deepEqual(states, Array<string>(sent).fill('done'))
  assert.equal(resumed.code, 0, resumed.err)
  assert.equal((await asked(issuing)) - before, 200)
})

describe('Ctrl-C at the confirmation', () => {
  for (const [what, words] of [
    ['a call', async () => ['loyalty', 'issue-credits', jonas, '--amount', '1']],
    ['an import', async () => ['loyalty', 'import', 'issue-credits', await write(credits(3))]],
  ] as const)
    test(`ends ${what} with 130, and nothing is sent`, async () => {
      const before = await asked(issuing)
      const { child, ended } = startAtTerminal(await words(), env)
      let said = ''
      child.stderr!.on('data', (chunk) => (said += String(chunk)))
      await until(
        () => Promise.resolve(said),
        (text) => text.includes('Continue?'),
      )
      child.kill('SIGINT')

      const { code, err } = await ended

      assert.equal(code, 130)
      assert.match(err, /Nothing was sent\.\n$/)
      assert.equal(await asked(issuing), before)
    })
})
