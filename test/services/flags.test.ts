import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { createClient } from '../../src/contract/client.ts'
import { protectionService } from '../../proxy/upstream/protection.ts'
import { trackService } from '../../proxy/upstream/track.ts'
import { until } from '../until.ts'
import { order, reportSent } from './orders.ts'
import { refused } from './start.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })

/** The services as somebody starts them, once they answer or have ended; with what they said. */
async function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/services/main.ts', ...args], {
    env: { ...process.env, SERVICES_PORT: '0', HOST: '127.0.0.1', ...env },
  })
  after(() => child.kill())
  let said = ''
  const ended = once(child, 'close').then(([code]) => code as number)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => said.includes('state is kept') && resolve())
    void ended.then(() => resolve())
  })
  const address = /http:\/\/[\d.:]+/.exec(said)?.[0] ?? ''
  const key = 'demo-protection-key-public-and-worthless'
  return {
    ended,
    said: () => said,
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
    assert.match(help.said(), /about a second behind/)
    for (const [index, { ended, said }] of refusals.entries()) assert.deepEqual([await ended, said().split('\n')[0]], [1, wrong[index]![2]])
  })
})
