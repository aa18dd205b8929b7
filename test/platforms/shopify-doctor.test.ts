import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import { neededTopics } from '../../proxy/doctor/shopify-webhooks-check.ts'
import { adminApp } from '../claims/admin-api.ts'
import { startExtensionStack, type ExtensionStack } from '../extension/extension-stack.ts'
import { orderPayload } from './payloads.ts'
import { fromShopify } from './sending.ts'

let stack: ExtensionStack
before(async () => (stack = await startExtensionStack()))
beforeEach(() => Object.assign(stack.api.shop, { accounts: 'NEW_CUSTOMER_ACCOUNTS', pagesActive: true, subscriptions: [] }))
after(() => stack.stop())

async function found(check: string, changes: Record<string, string | undefined> = {}) {
  const findings = await runChecks({ ...stack.settings, ...changes }, { connect: 1_000, answer: 1_000 })
  return findings.find((one) => one.check === check)
}
const registered = (topics: readonly string[]) =>
  topics.map((topic) => ({ topic: topic.replaceAll('-', '_').toUpperCase(), uri: `${stack.settings.PUBLIC_URL}/v1/platforms/shopify/${topic}` }))

describe('doctor, about the webhooks of Shopify', () => {
  test('says that none has come, and what registers them', async () => {
    const finding = await found('Shopify webhooks')

    assert.equal(finding?.verdict, 'noted')
    assert.match(finding.says, /no order webhook has come yet/)
    assert.match(finding.remedy!, /shopify app deploy/)
  })

  test('names those that are not registered, if some are registered by the Admin API', async () => {
    stack.api.shop.subscriptions = registered(neededTopics.filter((topic) => topic !== 'refunds-create' && topic !== 'orders-paid'))

    const finding = await found('Shopify webhooks')

    assert.equal(finding?.verdict, 'failed')
    assert.match(finding.says, /not registered: orders-paid, refunds-create$/)
  })

  test('names one that is sent to another address', async () => {
    stack.api.shop.subscriptions = [
      ...registered(neededTopics.slice(1)),
      { topic: 'ORDERS_CREATE', uri: 'https://old.example.com/v1/platforms/shopify/orders-create' },
    ]

    const finding = await found('Shopify webhooks')

    assert.equal(finding?.verdict, 'failed')
    assert.match(finding.says, /orders-create is sent to https:\/\/old\.example\.com/)
  })

  test('is content with all of them, and with such as have come', async () => {
    stack.api.shop.subscriptions = registered(neededTopics.slice(1))
    await fromShopify(stack, 'orders/create', orderPayload(4_001n), { secret: adminApp.clientSecret })

    const finding = await found('Shopify webhooks')

    assert.equal(finding?.verdict, 'passed')
    assert.match(finding.says, /the last order webhook came at 20\d\d-/)
  })

  test('names those that have not come in two days, if the platform lists none', async () => {
    const finding = await found('Shopify webhooks')

    assert.equal(finding?.verdict, 'noted')
    assert.match(finding.says, /came at .*; not seen in 48 hours: orders-updated, .*refunds-create$/)
    assert.doesNotMatch(finding.says, /orders-create/)
  })

  test('says when the last one came without the Admin API, too', async () => {
    const finding = await found('Shopify webhooks', { SHOPIFY_CLIENT_ID: undefined })

    assert.match(finding?.says ?? '', /the last order webhook came at/)
  })
})

describe('doctor, about the pages of Shopify', () => {
  test('says which customer accounts the shop uses', async () => {
    assert.equal((await found('Shopify customer accounts'))?.verdict, 'passed')

    stack.api.shop.accounts = 'CLASSIC'
    const legacy = await found('Shopify customer accounts')
    assert.equal(legacy?.verdict, 'noted')
    assert.match(legacy.says, /legacy accounts \(CLASSIC\)/)
  })

  test('says whether the order pages show extensions, and that it may not know', async () => {
    assert.equal((await found('Shopify order pages'))?.verdict, 'passed')

    stack.api.shop.pagesActive = false
    assert.match((await found('Shopify order pages'))?.says ?? '', /not upgraded/)

    stack.api.shop.pagesActive = 'forbidden'
    assert.match((await found('Shopify order pages'))?.says ?? '', /not known: .*Access denied/)
  })

  test('says what lacks for extensions with a token of an older app', async () => {
    const token = { SHOPIFY_ADMIN_TOKEN: 'shpat_worthless_and_public' }

    assert.match((await found('Shopify Admin API', { ...token, SHOPIFY_CLIENT_ID: undefined }))?.says ?? '', /UI extensions are off/)
    assert.match((await found('Shopify Admin API', token))?.says ?? '', /SHOPIFY_CLIENT_ID serves UI extensions alone/)
  })
})
