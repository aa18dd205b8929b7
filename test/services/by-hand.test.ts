import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { readSettings } from '../../demo/settings.ts'
import { startServices } from './start.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const [, script = ''] = /^## The services by hand$[^]*?^```sh$([^]*?)^```$/m.exec(readme) ?? []
const missing = ['bash', 'curl'].filter((program) => spawnSync(program, ['--version']).error)

describe("README's walk through the services", () => {
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
