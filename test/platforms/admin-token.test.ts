import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readConfig } from '../../proxy/config/config.ts'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import { createAdmin, type Admin } from '../../proxy/shop-admin/shopify/admin.ts'
import { grantedTokens, type Grant } from '../../proxy/shop-admin/shopify/access-token.ts'
import { adminApp, startAdminApi, type AdminApi } from '../claims/admin-api.ts'
import type { Stack } from '../stack.ts'
import { startPlatformStack } from './sending.ts'

const question = '{ shop { name } currentAppInstallation { accessScopes { handle } } }'

describe("tokens of Shopify's Admin API by the credentials of an app", () => {
  let api: AdminApi
  let admin: Admin
  before(async () => (api = await startAdminApi()))
  beforeEach(() => {
    api.endTokens()
    Object.assign(api.grants, { count: 0, trouble: 'none' })
    admin = createAdmin({ baseUrl: api.url, access: adminApp })
  })
  after(() => api.stop())
  const ask = () => admin.ask<{ shop: { name: string } }>(question, {})

  test('are requested once for many requests at the same time, and kept', async () => {
    await Promise.all(Array.from({ length: 20 }, ask))
    await ask()

    assert.equal(api.grants.count, 1)
  })

  test('are replaced once when the platform ends them, and no request fails', async () => {
    await ask()
    api.endTokens()

    const answers = await Promise.all(Array.from({ length: 20 }, ask))

    assert.ok(answers.every(({ shop }) => shop.name === 'Kiln & Paper'))
    assert.equal(api.grants.count, 2)
  })

  test('are not requested again right after a refusal, which names the settings to check', async () => {
    api.grants.trouble = 'shop_not_permitted'

    await assert.rejects(ask(), /gives no token: shop_not_permitted; check SHOPIFY_CLIENT_ID/)
    await assert.rejects(ask(), /gives no token/)

    assert.equal(api.grants.count, 1)
  })

  test('tell which scopes the app lacks with each grant, and nothing if it lacks none', async () => {
    const reported: string[][] = []
    const watched = createAdmin({ baseUrl: api.url, access: adminApp, onMissingScopes: (scopes) => reported.push(scopes) })
    const { scope } = api.grants
    try {
      await watched.ask(question, {})
      assert.deepEqual(reported, [])
      api.grants.scope = scope.replace('write_orders,', '')
      api.endTokens()
      await watched.ask(question, {})
    } finally {
      api.grants.scope = scope
      await watched.close()
    }

    assert.deepEqual(reported, [['write_orders']])
  })

  test('are used to their end if they cannot be renewed', async () => {
    await ask()
    api.grants.trouble = '500'

    assert.equal((await ask()).shop.name, 'Kiln & Paper')
  })
})

test('a token is renewed after four fifths of its life, in the background', async () => {
  let now = 0
  let count = 0
  const grant = (): Promise<Grant> => Promise.resolve({ token: `token ${(count += 1)}`, scope: '', lifetime: 100 })
  const tokens = grantedTokens(grant, () => now)
  assert.equal(await tokens.get(), 'token 1')

  now = 79_000
  assert.equal(await tokens.get(), 'token 1')
  assert.equal(count, 1)
  now = 80_000
  assert.equal(await tokens.get(), 'token 1')
  assert.equal(await tokens.get(), 'token 2')
  assert.equal(count, 2)
})

describe('the settings of an app', () => {
  let api: AdminApi
  let stack: Stack
  before(async () => {
    api = await startAdminApi()
    stack = await startPlatformStack({
      settings: {
        SHOPIFY_CLIENT_ID: adminApp.clientId,
        SHOPIFY_APP_SECRETS: `${adminApp.clientSecret},an_older_secret_of_the_app`,
        SHOPIFY_ADMIN_URL: api.url,
      },
    })
  })
  after(async () => {
    await stack.stop()
    await api.stop()
  })
  const finding = async () => (await runChecks(stack.settings)).find(({ check }) => check === 'Shopify Admin API')

  test('use the first secret; a token without an end is used in their place', () => {
    assert.deepEqual(readConfig(stack.settings).shopifyAdmin?.access, adminApp)
    assert.deepEqual(readConfig({ ...stack.settings, SHOPIFY_ADMIN_TOKEN: 'shpat_of_an_older_app' }).shopifyAdmin?.access, { token: 'shpat_of_an_older_app' })
  })

  test('are checked by doctor: the scopes that are missing, and an app that is not installed', async () => {
    assert.equal((await finding())?.verdict, 'passed')

    api.grants.scope = 'write_orders,read_products'
    const lacking = await finding()
    assert.match(lacking?.says ?? '', /lacks write_draft_orders \(reorder\), read_customers \(credit\)/)
    assert.doesNotMatch(lacking?.says ?? '', /read_orders/)

    api.grants.trouble = 'shop_not_permitted'
    const refused = await finding()
    assert.equal(refused?.verdict, 'failed')
    assert.match(refused?.says ?? '', /shop_not_permitted/)
    assert.doesNotMatch(JSON.stringify(refused), new RegExp(adminApp.clientSecret))
  })
})
