import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { documents } from '../../proxy/openapi/documents.ts'
import { extension } from '../../src/contract/extension.ts'
import { createChecker, type Document } from '../proxy/documented.ts'
import { checkoutOf, customerGid, mira, sessionToken, startExtensionStack, type ExtensionStack } from './extension-stack.ts'

let stack: ExtensionStack
let order: string
before(async () => {
  stack = await startExtensionStack({ settings: { SHOPPERS_MAY: 'join,redeem,cancel,reactivate,payment,protect-later,unprotect' } })
  order = await stack.order(5_101n)
})
after(() => stack.stop())

test('requests and answers of every route for UI extensions match the document', async () => {
  const { ask, asked } = createChecker(documents.proxy() as unknown as Document, stack.proxy)
  const headers = { Authorization: `Bearer ${await sessionToken({ sub: customerGid(mira) })}` }
  const root = '/v1/extension'

  const { body: keyed } = await ask<{ key: string }>('POST', `${root}/orders`, { headers, body: { id: order, checkout_token: checkoutOf(order) } })
  await ask('POST', `${root}/orders`, { headers, body: { id: '999999' } })
  await ask('POST', `${root}/orders`, { body: { id: order } })
  await ask('POST', `${root}/orders`, { headers: { Authorization: 'Bearer x' }, body: { id: order } })
  const { body: tracked } = await ask<{ ticket: string }>('POST', `${root}/orders/track`, { body: { key: keyed.key } })
  await ask('POST', `${root}/orders/track`, { body: { ticket: tracked.ticket } })
  await ask('POST', `${root}/orders/track`, { body: { key: 'none' } })
  await ask('POST', `${root}/orders/track/enrichment`, { body: { ticket: tracked.ticket, wait: 0 } })
  await ask('POST', `${root}/orders/track/events`, { body: { ticket: tracked.ticket, package: 'none' } })
  await ask('POST', `${root}/orders/protection`, { body: { key: keyed.key } })
  await ask('POST', `${root}/orders/protection/removal`, { body: { key: keyed.key } })
  const { body: session } = await ask<{ token: string }>('POST', `${root}/session`, { headers, body: {} })
  await ask('POST', `${root}/session`, { headers: { Authorization: `Bearer ${await sessionToken()}` }, body: {} })
  const member = { Authorization: `Bearer ${session.token}` }
  await ask('GET', `${root}/me`, { headers: member })
  await ask('GET', `${root}/me`, { headers })
  await ask('POST', `${root}/me`, { headers: member, body: {} })
  await ask('GET', `${root}/me/credits?limit=3`, { headers: member })
  const { body: redemption } = await ask<{ id: string }>('POST', `${root}/me/credits/redemptions`, {
    headers: { ...member, 'Idempotency-Key': randomUUID() },
    body: { amount: { cents: 100, currency: 'USD' } },
  })
  await ask('GET', `${root}/me/credits/redemptions/${redemption.id}`, { headers: member })
  await ask('PATCH', `${root}/me/payment-method`, { headers: member, body: {} })
  await ask('POST', `${root}/me/cancellation`, { headers: member, body: {} })
  await ask('POST', `${root}/me/reactivation`, { headers: member, body: {} })
  await ask('POST', `/v1/merchant/orders/${order}/key/revocation`, { headers: { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` }, body: {} })

  const all = Object.values(extension).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  assert.deepEqual(
    all.filter((one) => !asked.has(one)),
    [],
  )
})
