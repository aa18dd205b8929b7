import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, describe, test } from 'node:test'
import { until } from '../until.ts'
import { jonas, mira, start, startServices } from './commands.ts'
import { readJsonLines, write } from './lines.ts'

const { run, env, fault, mend, asked, address, keys } = await startServices()
afterEach(() => mend())

const members = ['700100200301', '700100200303', '700100200401', '700100200402']
const issuing = 'POST /loyalty/v2.0/admin/members/:id/credits'

/** The notes on a member's newest entries, the oldest first. */
async function notesOf(id: string): Promise<string[]> {
  const notes: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 5; pages++) {
    const url = `${address}/loyalty/v2.0/admin/members/${id}/credits?limit=100${cursor && `&lastCreditEntry=${encodeURIComponent(cursor)}`}`
    const { data } = (await (await fetch(url, { headers: { 'X-Loyalty-Api-Key': keys.loyaltyKey } })).json()) as {
      data: { credits: { note: string | null }[]; lastCreditEntry?: string | null }
    }
    notes.push(...data.credits.map(({ note }) => note ?? ''))
    if (!data.lastCreditEntry) break
    cursor = data.lastCreditEntry
  }
  return notes.reverse()
}

describe('an import', () => {
  test('sends each line, lists the refused lines with their reasons, and ends with 5', async () => {
    const file = await write([
      { id: mira, amount: 1, note: 'kept' },
      { id: mira, amount: 0 },
      '{"id": ',
      '',
      { id: '999', amount: 1 },
      { id: mira, note: 'no amount' },
    ])

    const { code, err } = await run(['loyalty', 'import', 'issue-credits', file, '--yes'])

    const refused = await readJsonLines(`${file}.refused.jsonl`)
    assert.equal(code, 5)
    assert.match(err, /5 lines: 1 done, 4 refused\./)
    assert.deepEqual(refused.map(({ line, outcome }) => [line, outcome]).sort(), [
      [2, 'refused'],
      [3, 'refused'],
      [5, 'refused'],
      [6, 'refused'],
    ])
    const reasons = new Map(refused.map(({ line, reasons }) => [line, String(reasons)]))
    assert.equal(reasons.get(2), 'amount cannot be 0')
    assert.match(reasons.get(3)!, /is no JSON/)
    assert.match(reasons.get(5)!, /Member not found/)
    assert.match(reasons.get(6)!, /^amount is required/)
    assert.deepEqual(refused.find(({ line }) => line === 2)?.input, { id: mira, amount: 0 })
  })

  test('reads CSV with quotes, line breaks inside them, dotted names, money, and values of the right kind', async () => {
    const csv = ['id,amount,note,force', `${mira},2.5,"said ""so"", twice`, 'over two lines",true', `${mira},much,,`, `${mira},1`]
    const [file, quotes] = [await write(csv, 'csv'), await write(['cart.amount_insured,why', '12.34 USD,x', '12.345 USD,y'], 'csv')]

    const [credits, quoted] = await Promise.all([
      run(['loyalty', 'import', 'issue-credits', file, '--yes']),
      run(['protection', 'import', 'quote', quotes, '--json']),
    ])

    assert.equal(credits.code, 5, credits.err)
    const refused = await readJsonLines(`${file}.refused.jsonl`)
    assert.deepEqual(
      refused.map(({ line, reasons }) => [line, reasons]),
      [
        [4, ['amount needs a number, not "much"']],
        [5, ['the line has 2 values, and the first line names 4']],
      ],
    )
    await until(
      () => notesOf(mira),
      (notes) => notes.includes('said "so", twice\nover two lines'),
    )
    assert.equal(quoted.code, 5)
    assert.equal((JSON.parse(quoted.out) as { line: number; data: { price: object } }).line, 2)
  })

  test('confirms once for all lines, checks all lines with --dry-run, and reads standard input', async () => {
    const before = await asked(issuing)
    const lines = [JSON.stringify({ id: mira, amount: 1 }), JSON.stringify({ id: mira })].join('\n')
    const [unconfirmed, dry] = await Promise.all([run('loyalty import issue-credits -', lines), run('loyalty import issue-credits - --dry-run', lines)])

    assert.equal(unconfirmed.code, 4)
    assert.equal(dry.code, 5)
    assert.match(dry.err, /"line":2[^]*amount is required[^]*2 lines: 1 could be sent, 1 would be refused\./)
    assert.equal(await asked(issuing), before)
  })

  test('keeps the order of lines about the same member, and sends several members at the same time', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({ id: members[index % 4]!, amount: 1, note: `order ${String(index).padStart(2, '0')}` }))
    const file = await write(lines)

    const { code, err } = await run(['loyalty', 'import', 'issue-credits', file, '--yes', '--parallel', '8'])

    assert.equal(code, 0, err)
    for (const id of members) {
      const wanted = lines.filter((line) => line.id === id).map(({ note }) => note)
      const notes = await until(
        async () => (await notesOf(id)).filter((note) => note.startsWith('order')),
        (found) => found.length === wanted.length,
      )
      assert.deepEqual(notes, wanted)
    }
  })

  test('sends no line twice after a kill and --resume, and names lines with an unknown outcome', async () => {
    const lines = Array.from({ length: 160 }, (_, index) => ({ id: members[index % 4]!, amount: 1, note: `once ${index}` }))
    const file = await write(lines)
    // Forty are answered; what comes after them is on its way for good.
    const match = { method: 'POST', path: '/loyalty/v2.0/admin/members/*/credits' }
    await fault({ match, delay_ms: 1, times: 40 })
    await fault({ match, delay_ms: 60_000 })
    const before = await asked(issuing)
    const words = ['loyalty', 'import', 'issue-credits', file, '--yes']

    const { child, ended } = start(words, env)
    await until(
      async () => (await asked(issuing)) - before,
      (count) => count > 40,
    )
    child.kill('SIGKILL')
    const killed = await ended
    await mend()
    const again = await run(words)
    const resumed = await run([...words, '--resume'])

    const unknown = (await readJsonLines(`${file}.refused.jsonl`))
      .filter(({ outcome }) => outcome === 'unknown')
      .map(({ input }) => (input as { note: string }).note)
    assert.equal(killed.code, null)
    assert.deepEqual([again.code, resumed.code], [2, 3])
    assert.match(again.err, /Add --resume/)
    assert.ok(unknown.length >= 1 && unknown.length <= 4, String(unknown))
    const sent = (await asked(issuing)) - before
    assert.ok(sent <= 160 && sent >= 160 - unknown.length, `${sent} requests`)
    // What was killed on its way may have arrived or not; all else arrives, and nothing arrives twice.
    const certain = lines.map(({ note }) => note).filter((note) => !unknown.includes(note))
    const notes = await until(
      async () => (await Promise.all(members.map(notesOf))).flat().filter((note) => note.startsWith('once')),
      (found) => certain.every((note) => found.includes(note)),
    )
    assert.equal(new Set(notes).size, notes.length)
  })

  test('repeats a line without an answer only if that is safe', async () => {
    const path = (id: string) => `/loyalty/v2.0/admin/members/${id}`
    const credits = await write([{ id: mira, amount: 1, note: 'unheard' }])
    const update = { id: jonas, firstName: 'Jonas', lastName: 'Weber', notes: null, phoneNumber: null }
    const members = await write([{ ...update, id: mira, firstName: 'Mira', lastName: 'Okafor' }])
    await fault({ match: { method: 'POST', path: `${path(mira)}/credits` }, drop: 'after', times: 1 })
    await fault({ match: { method: 'PATCH', path: path(mira) }, drop: 'after', times: 1 })
    const before = [await asked(issuing), await asked('PATCH /loyalty/v2.0/admin/members/:id')]

    const first = [await run(['loyalty', 'import', 'issue-credits', credits, '--yes']), await run(['loyalty', 'import', 'update-member', members])]
    const second = [
      await run(['loyalty', 'import', 'issue-credits', credits, '--yes', '--resume']),
      await run(['loyalty', 'import', 'update-member', members, '--resume']),
    ]

    assert.deepEqual(
      [...first, ...second].map(({ code }) => code),
      [3, 3, 3, 0],
    )
    assert.equal((await asked(issuing)) - before[0]!, 1)
    assert.equal((await asked('PATCH /loyalty/v2.0/admin/members/:id')) - before[1]!, 2)
  })

  test('continues with --resume after Ctrl-C, and refuses a file that has changed', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({ id: members[index % 4]!, amount: 1, note: `stopped ${index}` }))
    const file = await write(lines)
    await fault({ match: { method: 'POST', path: '/loyalty/v2.0/admin/members/*/credits' }, delay_ms: 20 })
    const before = await asked(issuing)
    const words = ['loyalty', 'import', 'issue-credits', file, '--yes']

    const { child, ended } = start(words, env)
    await until(
      () => readFile(`${file}.done`, 'utf8').catch(() => ''),
      (text) => text.includes('"done"'),
    )
    // From here on each line takes longer than another command takes to start, however busy the machine is.
    await mend()
    await fault({ match: { method: 'POST', path: '/loyalty/v2.0/admin/members/*/credits' }, delay_ms: 4_000 })
    const meanwhile = await run([...words, '--resume'])
    child.kill('SIGINT')
    const stopped = await ended
    await mend()
    await writeFile(file, JSON.stringify({ ...lines[0], amount: 2 }))
    const changed = await run([...words, '--resume'])
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const resumed = await run([...words, '--resume'])

    assert.equal(meanwhile.code, 2)
    assert.match(meanwhile.err, /being imported by process \d+/)
    assert.equal(stopped.code, 130)
    assert.match(stopped.err, /Add --resume to continue/)
    assert.equal(changed.code, 2)
    assert.match(changed.err, /Line 1 has changed/)
    assert.equal(resumed.code, 0, resumed.err)
    assert.equal((await asked(issuing)) - before, 60)
  })
})
