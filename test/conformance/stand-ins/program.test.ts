import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readSettings } from '../../../demo/settings.ts'
import { createClient } from '../../../src/contract/client.ts'
import { protectionService } from '../../../proxy/upstream/protection.ts'
import { trackService } from '../../../proxy/upstream/track.ts'
import { servicesCommand } from '../../services-command.ts'
import { until } from '../../until.ts'
import { order, reportSent } from './orders.ts'
import { jonas, mira, refused, startServices } from './start.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })

/** The services as somebody starts them, once they answer or have ended; with what they said. */
async function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...servicesCommand(), ...args], {
    env: { ...process.env, SERVICES_PORT: '0', HOST: '127.0.0.1', ...env },
  })
  after(() => child.kill())
  let said = ''
  const ended = once(child, 'close').then(([code]) => code as number)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => said.includes('state is stored') && resolve())
    void ended.then(() => resolve())
  })
  const address = /http:\/\/[\d.:]+/.exec(said)?.[0] ?? ''
  const key = 'demo-protection-key-public-and-worthless'
  return {
    ended,
    said: () => said,
    address,
    stop: () => (child.kill('SIGTERM'), ended),
    kill: () => (child.kill('SIGKILL'), ended),
    protection: createClient(protectionService, { baseUrl: `${address}/protection/api/v1`, headers: { 'X-API-Key': key } }),
    track: createClient(trackService, { baseUrl: `${address}/track` }),
    async raise(claim: object) {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch(`${address}/_control/claims`, { method: 'POST', headers, body: JSON.stringify({ shop_order_id: '9001', ...claim }) })).status
    },
    async claims() {
      const answer = (await (await fetch(`${address}/_control/state?of=claims`)).json()) as { claims: { outcome: string; attempts: unknown[] }[] }
      return answer.claims
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'services-'))
after(() => rmSync(folder, { recursive: true }))

/** A state file in a folder of its own. */
function freshFile(text?: string) {
  const file = join(mkdtempSync(join(folder, '/')), 'state.json')
  if (text !== undefined) writeFileSync(file, text)
  return file
}

describe('npm run services', () => {
  test('takes what may be chosen as flags', async () => {
    const merchant = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
    await once(merchant, 'listening')
    after(() => merchant.close())
    const claimsUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/claims`
    const delivery = ['--delivery-waits', '1,1,1', '--delivery-timeout', '2000', '--claims-url', claimsUrl]
    const { protection, track, raise, claims } = await start([
      ...delivery,
      '--refuse-other-amounts',
      ...['--protect-later-days', '0', '--enrichment-delay', '0', '--credit-bonus', '100'],
    ])
    const { token } = await protection.quote({ cart: { amount_insured: usd(100) } })
    const other = order({ purchased_quote_token: token, amount_insured: usd(4800) })
    await assert.rejects(protection.createOrder(other), refused(422, { error: ['Amount insured differs from the quote'] }))
    await protection.createOrder(order({ shop_order_id: 'old', created_at: new Date(Date.now() - 3_600_000).toISOString() }))
    await assert.rejects(protection.addInsurance({ shopOrderId: 'old' }), refused(422))
    await reportSent(protection)
    const lookup = { tracking_number: '1Z999AA10000000017' }
    await track.lookUpOrder(lookup)
    assert.equal((await track.lookUpEnrichment(lookup)).all_settled, true)

    const credit = { resolution: 'store_credit', line_items: [{ shop_line_item_id: '1', to_issue_amount: usd(9600) }] }
    assert.equal(await raise(credit), 202)
    const ended = await until(claims, (claims) => claims.at(-1)!.outcome !== 'pending')
    assert.deepEqual([ended.at(-1)!.outcome, ended.at(-1)!.attempts.length], ['failed', 4])
  })

  test('takes the same from the environment, where a flag wins', async () => {
    const environment = { SERVICES_REFUSE_OTHER_AMOUNTS: 'true', SERVICES_PROTECT_LATER_DAYS: '0', SERVICES_STATE: '' }
    const { protection } = await start(['--protect-later-days', '1'], environment)
    const { token } = await protection.quote({ cart: { amount_insured: usd(100) } })
    await assert.rejects(protection.createOrder(order({ purchased_quote_token: token, amount_insured: usd(4800) })), refused(422))
    await protection.createOrder(order({ created_at: new Date(Date.now() - 3_600_000).toISOString() }))
    assert.ok(await protection.addInsurance({ shopOrderId: '9001' }))
  })

  test('explains itself, and names what means nothing', async () => {
    const wrong: [args: string[], env: Record<string, string>, words: string][] = [
      [['--effect-delay', 'soon'], {}, '--effect-delay takes <ms>, not "soon".'],
      [['--delivery-waits', '1,,2'], {}, '--delivery-waits takes <ms,…>, not "1,,2".'],
      [['--claims-url', 'ftp://shop.example.com'], {}, '--claims-url takes <url>, not "ftp://shop.example.com".'],
      [[], { SERVICES_REFUSE_OTHER_AMOUNTS: 'maybe' }, 'SERVICES_REFUSE_OTHER_AMOUNTS takes true or false, not "maybe".'],
    ]
    const [help, ...refusals] = await Promise.all([start(['--help']), ...wrong.map(([args, env]) => start(args, env))])
    assert.equal(await help.ended, 0)
    for (const name of ['--state', '--effect-delay', 'SERVICES_DELIVERY_WAITS', 'SERVICES_PORT']) assert.ok(help.said().includes(name), name)
    assert.match(help.said(), /the last second of changes/)
    for (const [index, { ended, said }] of refusals.entries()) assert.deepEqual([await ended, said().split('\n')[0]], [1, wrong[index]![2]])
  })

  test('serves two merchants with the public keys, and stores their data in the file', async () => {
    const stateFile = freshFile()
    const headers = { 'X-Loyalty-Api-Key': 'neighbour-loyalty-key-public-and-worthless', 'Content-Type': 'application/json' }
    const first = await start(['--state', stateFile])
    const note = { firstName: 'Jo', lastName: 'W', notes: 'kept', phoneNumber: null }
    const member = (address: string) => `${address}/loyalty/v2.0/admin/members/${jonas}`
    await fetch(`${first.address}/loyalty/v2.0/admin/members`, { method: 'POST', headers, body: JSON.stringify({ customerId: jonas }) })
    const { status } = await fetch(member(first.address), { method: 'PATCH', headers, body: JSON.stringify(note) })
    assert.deepEqual([status < 300, await first.stop()], [true, 0])

    const second = await start([], { SERVICES_STATE: stateFile })
    const { data } = (await (await fetch(member(second.address), { headers })).json()) as { data: { notes: string } }
    assert.deepEqual([data.notes, await second.stop()], ['kept', 0])
  })

  test('forgets nothing that it has answered, even if it is killed at once', async () => {
    const stateFile = freshFile()
    const headers = { 'X-Loyalty-Api-Key': 'demo-loyalty-key-public-and-worthless', 'Content-Type': 'application/json' }
    const { address, kill } = await start(['--state', stateFile])
    const note = { firstName: 'Mira', lastName: 'Okafor', notes: 'kept', phoneNumber: null }
    const { status } = await fetch(`${address}/loyalty/v2.0/admin/members/${mira}`, { method: 'PATCH', headers, body: JSON.stringify(note) })
    await kill()

    const { admin } = await startServices({ stateFile })
    assert.deepEqual([status, (await admin.getMember({ id: mira })).notes], [200, 'kept'])
  })

  test('says in plain words what keeps it from starting', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    after(() => taken.close())
    const { port } = taken.address() as AddressInfo
    const refusals: [args: string[], env: Record<string, string>, words: string][] = [
      [[], { SERVICES_PORT: String(port) }, `Port ${port} is in use. Stop the program that uses it, or set SERVICES_PORT to another port.\n`],
      [[], { SERVICES_PORT: 'http' }, 'SERVICES_PORT has to be a port from 0 to 65535, not "http".\n'],
      [['--stat', 'x'], {}, "Unknown option '--stat'"],
      [['--state', freshFile('{')], {}, 'The state file '],
    ]
    const processes = await Promise.all(refusals.map(([args, env]) => start(args, env)))
    for (const [index, { ended, said }] of processes.entries()) {
      assert.equal(await ended, 1)
      assert.ok(said().startsWith(refusals[index]![2]), said())
    }
  })
})

const guide = readFileSync(new URL('../../../docs/proxy/operate.md', import.meta.url), 'utf8')
const [, script = ''] = /^## Services by hand$[^]*?^```sh$([^]*?)^```$/m.exec(guide) ?? []
const missing = ['bash', 'curl'].filter((program) => spawnSync(program, ['--version']).error)

describe('the walk through the services', () => {
  if (missing.length > 0) return console.log(`${missing.join(' and ')}: not on this machine`)

  test('leads from a quote to a tracked order, and from a member to a webhook', async () => {
    const { LOYALTY_API_KEY, PROTECTION_API_KEY } = readSettings({})
    const { address } = await startServices({ loyaltyKey: LOYALTY_API_KEY!, protectionKey: PROTECTION_API_KEY!, effectDelay: 0 })

    const { stdout } = await promisify(execFile)('bash', ['-euc', script.replace('http://localhost:4102', address).replace(/^sleep \d+.*$/m, '')])

    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { data: Record<string, unknown> } & Record<string, unknown>)
    const [quote, order, shipment, event, tracked, created, credits, tier, benefit, webhook, member, changed] = answers
    assert.equal(answers.length, 12)
    assert.deepEqual([quote!.price, order!.insurance_paid], [order!.insurance_paid, { cents: 150, currency: 'USD' }])
    assert.equal(shipment!.shop_order_id, order!.shop_order_id)
    assert.equal(event!.status, 'in_transit')
    assert.deepEqual([tracked!.shop_order_id, tracked!.is_protected], [order!.shop_order_id, true])
    for (const done of [created, credits, tier, benefit]) assert.equal(done!.message, 'ok')
    assert.match(String(webhook!.data.token), /^[0-9a-f]{32}$/)
    assert.deepEqual([member!.data.tierName, Number(member!.data.credit) >= 12.5], ['Gold', true])
    assert.equal(changed!.data.description, 'On every order, all November.')
  })
})
