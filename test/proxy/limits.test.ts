import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readSettings } from '../../demo/settings.ts'
import { limitSettings } from '../../proxy/upstream/limits.ts'
import { freePort } from '../free-port.ts'
import { Program } from '../properties/processes.ts'
import { proxyCommand } from '../proxy-command.ts'
import { orderOf } from './orders.ts'

/** Starts a proxy with these settings beside the demo's, and resolves to a function that reports an order to it. */
async function startReporting(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'limits-'))
  const port = await freePort()
  const demo: Record<string, string> = {
    ...readSettings({}),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OPERATOR_PORT: '',
    CONSOLE_TOKENS: '',
    DATA_DIR: folder,
  }
  const proxy = new Program(proxyCommand('main'), { ...demo, ...settings })
  await proxy.printed(/Server listening/)
  return {
    async report(order: object) {
      const answer = await fetch(`${demo.PUBLIC_URL}/v1/merchant/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${demo.MERCHANT_API_KEYS}` },
        body: JSON.stringify(order),
      })
      const { errors } = (await answer.json()) as { errors?: string[] }
      return { status: answer.status, errors }
    },
    async stop() {
      await proxy.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe('bounds that no document names', () => {
  const order = orderOf('L-1')
  const [line] = order.line_items

  test('are those of the settings', async (context) => {
    const proxy = await startReporting({ MAX_TEXT: '300', MAX_LINES: '1', MAX_BODY: '65536' })
    context.after(() => proxy.stop())

    const named = await proxy.report({ ...order, shop_order_id: 'L-2', shop_order_number: 'n'.repeat(300) })
    const longer = await proxy.report({ ...order, shop_order_id: 'L-3', shop_order_number: 'n'.repeat(301) })
    const two = await proxy.report({ ...order, shop_order_id: 'L-4', line_items: [line, { ...line, shop_line_item_id: 'L-42' }] })
    const large = await proxy.report({ ...order, shop_order_id: 'L-5', more: 'm'.repeat(65_536) })

    assert.equal(named.status, 202)
    assert.deepEqual(longer, { status: 400, errors: ['shop_order_number is longer than 300 characters'] })
    assert.deepEqual(two, { status: 400, errors: ['line_items has more than 1 lines'] })
    assert.equal(large.status, 413)
  })

  test('are 255 characters and 500 lines by default', async (context) => {
    const proxy = await startReporting({})
    context.after(() => proxy.stop())

    const longer = await proxy.report({ ...order, shop_order_number: 'n'.repeat(256) })
    const many = await proxy.report({ ...order, line_items: Array.from({ length: 501 }, (_, n) => ({ ...line, shop_line_item_id: String(n) })) })

    assert.deepEqual(longer.errors, ['shop_order_number is longer than 255 characters'])
    assert.deepEqual(many.errors, ['line_items has more than 500 lines'])
  })

  test('accept only a whole number within their range', () => {
    for (const setting of Object.values(limitSettings))
      for (const wrong of ['0', '-1', 'many', '1e3', '999999999'])
        assert.match(setting.safeParse(wrong).error?.issues[0]?.message ?? '', /^has to be a whole number from \d+ to \d+$/, `${setting.description}: ${wrong}`)
  })
})
