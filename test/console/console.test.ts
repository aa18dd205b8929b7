import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { sql } from 'kysely'
import { start } from '../cli/commands.ts'
import { protection } from '../../src/contract/protection.ts'
import { claimOf, delivered } from '../claims/claims-stack.ts'
import { protectedOrderOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { pageHeaders, startConsole, tokens, type ConsoleStack } from './console-stack.ts'

/** The code of the problem that a request ends with. */
const codeOf = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof ResponseError ? error.problem.code : Promise.reject(error as Error)),
  )

describe('the console', () => {
  let stack: ConsoleStack
  before(async () => {
    stack = await startConsole()
    for (const [claim, order] of [
      ['501', '9501'],
      ['502', '9502'],
    ] as const)
      await stack.waiting(claim, order)
  })
  after(() => stack.stop())

  /** Sends a request with exactly these headers. */
  const ask = (path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${stack.operator}/console${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })

  test('shows a claim with what was bought, paid, shipped and refunded, and what is left', async () => {
    const api = await stack.as('look')

    const { claims } = await api.listClaims({})

    const claim = claims.find(({ key }) => key === 'refund/501')!
    assert.equal(claim.state, 'awaiting')
    assert.deepEqual(claim.amount, { cents: 2400, currency: 'USD' })
    assert.deepEqual(claim.faults, [])
    const [line] = claim.lines
    assert.deepEqual(line?.asked, { quantity: 1, amount: { cents: 2400, currency: 'USD' } })
    assert.equal(line?.order?.shipped, 2)
    assert.deepEqual(line?.left, { quantity: 2, amount: { cents: 4800, currency: 'USD' } })
  })

  test('an approval resolves the claim at the shop and stands in the audit log, with who and why', async () => {
    const api = await stack.as('act')

    await api.approveClaim({ claim: 'refund/501', reason: 'photo of the broken mug' })

    await until(
      () => api.listClaims({ state: 'all' }),
      ({ claims }) => claims.some(({ key, state }) => key === 'refund/501' && state === 'resolved'),
    )
    const { claims: settled } = await api.listClaims({ state: 'resolved' })
    assert.deepEqual(
      settled.map(({ key, decided_by, approval }) => [key, decided_by, approval]),
      [['refund/501', 'mara', 'photo of the broken mug']],
    )
    const { entries } = await api.listAudit({})
    const [entry] = entries
    assert.deepEqual(
      [entry?.who, entry?.via, entry?.action, entry?.subject, entry?.reason],
      ['mara', 'token', 'claim.approve', 'refund/501', 'photo of the broken mug'],
    )
    assert.equal(await codeOf(api.approveClaim({ claim: 'refund/501', reason: 'again' })), 'not-eligible')
    assert.equal((await api.listAudit({})).entries.length, entries.length, 'a decision that changes nothing is no action')
  })

  test('a refusal needs a reason, and the service gets it', async () => {
    const api = await stack.as('act')

    assert.equal(await codeOf(api.refuseClaim({ claim: 'refund/502', reason: ' ' })), 'invalid-request')
    const refused = await api.refuseClaim({ claim: 'refund/502', reason: 'delivered intact' })

    assert.equal(refused.state, 'refused')
    assert.equal(refused.decided_by, 'mara')
    assert.equal(refused.reason, 'delivered intact')
    assert.deepEqual((await stack.ask('9502/refund', claimOf('502', '9502'))).body, { error: ['the shop refused: delivered intact'] })
  })

  test('an approval needs a reason, too', async () => {
    await stack.waiting('504', '9504')
    const api = await stack.as('act')

    assert.equal(await codeOf(api.approveClaim({ claim: 'refund/504' } as never)), 'invalid-request')
    assert.equal(await codeOf(api.approveClaim({ claim: 'refund/504', reason: ' ' })), 'invalid-request')

    assert.ok((await api.listClaims({})).claims.some(({ key }) => key === 'refund/504'))
  })

  test('a claim that a person approved and the shop cannot resolve is failed, and not refused by that person', async () => {
    await stack.waiting('505', '9505')
    const api = await stack.as('act')
    stack.resolver.refuse('9505', 'The card has expired.')

    await api.approveClaim({ claim: 'refund/505', reason: 'a photo shows it' })

    const { claims } = await until(
      () => api.listClaims({ state: 'failed' }),
      ({ claims }) => claims.length > 0,
    )
    assert.deepEqual(
      claims.map(({ key, state, decided_by, reason }) => [key, state, decided_by, reason]),
      [['refund/505', 'failed', 'mara', 'The card has expired.']],
    )
    assert.ok(!(await api.listClaims({ state: 'refused' })).claims.some(({ key }) => key === 'refund/505'))
    assert.deepEqual((await stack.ask('9505/refund', claimOf('505', '9505'))).body, { error: ['the shop refused: The card has expired.'] })
  })

  test('an order of the merchant’s server that paid with a token for another amount waits for a person as paid but unprotected, once', async () => {
    const { token } = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const order = protectedOrderOf('9507', token, { amount_insured: { cents: 7200, currency: 'USD' } })
    const api = await stack.as('act')

    const accepted = await stack.backend.reportOrder(order)
    const { reports } = await until(
      () => api.listReports({ group: 'unprotected' }),
      ({ reports }) => reports.length > 0,
    )

    assert.deepEqual(
      reports.map(({ kind, state, order, notes }) => [kind, state, order, notes]),
      [
        [
          'platform-refund',
          'held',
          '9507',
          [
            'paid but unprotected: the quote covers 48.00 USD, not 72.00 USD; the report does not say what was charged for protection, so a person decides: give back what was charged for it, then drop this',
          ],
        ],
      ],
    )
    assert.equal((await api.countReports({})).unprotected, 1)
    const report = await stack.backend.getReport(accepted)
    assert.deepEqual([report.state, report.protected], ['delivered', false])
    assert.match(report.notes.join(), /refund what was paid for it, and then drop the report that is held for it/)

    await api.dropReports({ reports: reports.map(({ id }) => id), reason: 'given back by hand' })
    await delivered(stack.backend, stack.backend.reportOrder({ ...order, financial_status: 'refunded' }))
    assert.equal((await api.countReports({})).unprotected, 0, 'a later report does not ask again')
  })

  test('an order without a token is not one that paid for protection', async () => {
    const api = await stack.as('look')

    await stack.ordered('9508')

    assert.ok(!(await api.listReports({ group: 'unprotected' })).reports.some(({ order }) => order === '9508'))
  })

  test('who may look cannot act', async () => {
    await stack.waiting('503', '9503')
    const api = await stack.as('look')

    assert.equal((await api.whoAmI({})).role, 'look')
    assert.equal(await codeOf(api.approveClaim({ claim: 'refund/503', reason: 'yes' })), 'not-allowed')
    assert.equal(await codeOf(api.refuseClaim({ claim: 'refund/503', reason: 'no' })), 'not-allowed')
    assert.equal((await api.listClaims({})).claims.find(({ key }) => key === 'refund/503')?.state, 'awaiting')
  })

  test('nobody gets anything without a session, with a wrong token, a foreign seal or an altered cookie', async () => {
    const headers = pageHeaders(stack.operator)
    const cookie = await stack.cookieOf(tokens.act)
    const altered = cookie.slice(0, -3) + (cookie.endsWith('AAA') ? 'BBB' : 'AAA')
    for (const value of ['', 'storefront_console=', `storefront_console=${tokens.act}`, altered, cookie.replace('storefront_console', 'other')]) {
      const answer = await ask('/api/claims', { ...headers, Cookie: value })
      assert.equal(answer.status, 401, value)
    }
    const wrong = await ask('/api/session', headers, { token: 'demo-act-token-public-and-worthless!' })
    assert.equal(wrong.status, 401)
    assert.deepEqual(wrong.headers.getSetCookie(), [])
  })

  test('a page elsewhere cannot use the session: no action and no answer without origin, fetch metadata and header of the own page', async () => {
    const Cookie = await stack.cookieOf(tokens.act)
    const own = pageHeaders(stack.operator)
    const refused: Record<string, string>[] = [
      { ...own, Origin: 'https://evil.example' },
      { ...own, Origin: 'null' },
      { ...own, Origin: stack.operator.replace('127.0.0.1', 'localhost') },
      { ...own, Origin: stack.proxy },
      { ...own, 'Sec-Fetch-Site': 'cross-site' },
      { ...own, 'Sec-Fetch-Site': 'same-site' },
      { Origin: own.Origin, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'same-origin', 'X-Storefront-Console': '1' },
    ]
    for (const headers of refused) {
      const answer = await ask('/api/claims/approval', { Cookie, ...headers }, { claim: 'refund/503' })
      assert.equal(answer.status, 403, JSON.stringify(headers))
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      assert.equal((await ask('/api/claims/approval', { Cookie, ...own, 'Content-Type': type }, { claim: 'refund/503' })).status, 415, type)
    const read = await ask('/api/claims', { Cookie, 'Sec-Fetch-Site': 'cross-site', 'X-Storefront-Console': '1' })
    assert.equal(read.status, 403)
    assert.equal(read.headers.get('access-control-allow-origin'), null)
    const preflight = await fetch(`${stack.operator}/console/api/claims/approval`, { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } })
    assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  })

  test('the cookie is out of reach for scripts and for other sites', async () => {
    const answer = await ask('/api/session', pageHeaders(stack.operator), { token: tokens.look })

    assert.match(answer.headers.getSetCookie()[0] ?? '', /; Path=\/console; HttpOnly; SameSite=Strict$/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  })

  test('a name that resolves to this machine is refused, so that no page elsewhere becomes the same origin', async () => {
    const { request } = await import('node:http')
    const status = (host: string) =>
      new Promise<number>((resolve, reject) => {
        request(`${stack.operator}/console/`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode!))
          .on('error', reject)
          .end()
      })

    assert.equal(await status('evil.example:4103'), 403)
    assert.notEqual(await status('localhost:9000'), 403)
  })

  test('the page takes nothing from elsewhere and runs nothing inline', async () => {
    const answer = await ask('/', {})

    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none';script-src 'self';style-src 'self'/)
    assert.match(policy, /require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /unsafe|data:|\*/)
    assert.equal(answer.headers.get('x-frame-options'), 'SAMEORIGIN')
  })

  test('the store refuses to change or delete an entry of the audit log, and a change around it is found', async () => {
    const api = await stack.as('look')
    const before = await api.verifyAudit({})
    const audit = (...words: string[]) => start(['audit', ...words], { DATA_DIR: stack.settings.DATA_DIR! }).ended
    assert.equal(before.broken, null)
    assert.ok(before.entries >= 2)
    const listed = JSON.parse((await audit('list', '--json')).out) as { number: number; who: string; action: string; subject: string }[]
    assert.deepEqual(
      listed.map(({ number, action, subject }) => [number, action, subject]),
      (await api.listAudit({})).entries.map(({ seq, action, subject }) => [seq, action, subject]),
    )
    const verified = await audit('verify')
    assert.deepEqual([verified.code, verified.out.includes(before.head)], [0, true])
    const database = await openDatabase({ folder: stack.settings.DATA_DIR! }, { migrates: false })
    try {
      const change = (statement: string) => database.transact((tx) => sql.raw(statement).execute(tx))
      await assert.rejects(change("update audit set who = 'nobody' where seq = 1"), /cannot be changed or deleted/)
      await assert.rejects(change('delete from audit where seq = 1'), /cannot be changed or deleted/)
      const columns = (unique: string) => `insert or replace into audit select ${unique}, at, 'nobody', via, action, subject, reason`
      await change(`${columns('seq')}, prev, hash from audit where seq = 1`)
      await change(`${columns('1000')}, prev, 'f' from audit where seq = 1`)
      assert.deepEqual(await api.verifyAudit({}), before)
      // Somebody who owns the database can drop the trigger. The chain of hashes then tells.
      await change('drop trigger audit_no_update')
      await change("update audit set who = 'nobody' where seq = 1")
    } finally {
      await database.close()
    }

    assert.equal((await api.verifyAudit({})).broken, 1)
    const changed = await audit('verify')
    assert.equal(changed.code, 1)
    assert.match(changed.err, /Entry 1 is not as it was written/)
  })
})
