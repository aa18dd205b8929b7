import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startStack, type Stack } from '../stack.ts'

let stack: Stack
before(async () => (stack = await startStack()))
after(() => stack.stop())

test('the address of the proxy, which Shopify opens as the address of the app, says that it works and nothing secret', async () => {
  const response = await fetch(`${stack.proxy}/?hmac=f00&host=YWRtaW4&shop=kiln-and-paper.myshopify.com&timestamp=1`)
  const text = await response.text()

  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(text, /<h1>Storefront widgets<\/h1>[^]*It works\./)
  for (const [name, value] of Object.entries(stack.settings)) if (value.length > 6) assert.ok(!text.includes(value), name)
  assert.ok(!text.includes('kiln-and-paper'))
})

test('writes to the store once, however often anybody opens it', async () => {
  const folder = stack.settings.DATA_DIR!
  const written = () => readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  const open = async () => void (await (await fetch(stack.proxy)).text())
  await open()
  const before = written()

  await Promise.all(Array.from({ length: 50 }, open))

  // Each check writes 8 kB.
  assert.ok(written() - before < 50_000, `${written() - before} bytes written`)
})

test('says so while a service does not respond', async () => {
  await stack.fault({ drop: 'before' })
  for (let count = 0; count < 6; count += 1)
    await fetch(`${stack.proxy}/v1/orders/track`, {
      method: 'POST',
      headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ tracking_number: `1Z999AA1012345678${count}` }),
    })

  assert.match(await (await fetch(stack.proxy)).text(), /does not work at the moment/)
})
