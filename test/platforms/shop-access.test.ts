// What the operator learns when the platform gives the proxy no token.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createAdmin } from '../../proxy/shop-admin/shopify/admin.ts'
import { grantedTokens, type Grant } from '../../proxy/shop-admin/shopify/access-token.ts'
import { adminApp, adminToken, startAdminApi, type AdminApi } from '../claims/admin-api.ts'
import { until, type Stack } from '../stack.ts'
import { startPlatformStack } from './sending.ts'

interface Readiness {
  status: string
  reasons: { part: string; reason: string }[]
}

interface Access {
  stack: Stack
  reasons: () => Promise<Readiness['reasons']>
  page: () => Promise<string>
  /** The value of the metric on which the alert depends. */
  refuses: () => Promise<string | undefined>
}

describe('the access to the shop', () => {
  let api: AdminApi
  before(async () => (api = await startAdminApi()))
  beforeEach(() => Object.assign(api.grants, { count: 0, trouble: 'none' }))
  after(() => api.stop())

  /** Starts a proxy of this shop, and returns what its operator and visitors see of the shop. */
  async function start(): Promise<Access> {
    const stack = await startPlatformStack({
      settings: { SHOPIFY_CLIENT_ID: adminApp.clientId, SHOPIFY_APP_SECRETS: adminApp.clientSecret, SHOPIFY_ADMIN_URL: api.url },
    })
    const reasons = async () => ((await (await fetch(`${stack.operator}/readyz`)).json()) as Readiness).reasons
    const refuses = async () => /^storefront_shop_refuses (\d)$/m.exec(await (await fetch(`${stack.operator}/metrics`)).text())?.[1]
    return { stack, reasons, page: async () => (await fetch(stack.proxy)).text(), refuses }
  }

  test('is no matter of /readyz while it works', async (t) => {
    const { stack, reasons, page, refuses } = await start()
    t.after(() => stack.stop())

    await reasons()
    await until(
      () => Promise.resolve(api.grants.count),
      (count) => count === 1,
    )

    assert.deepEqual(await reasons(), [])
    assert.equal(await refuses(), '0')
    assert.match(await page(), /It works\./)
  })

  test('that is refused is a reason in /readyz before any job needs it, without the secret; the page of the app says that something is wrong', async (t) => {
    api.grants.trouble = 'repeats the secret'
    const { stack, reasons, page, refuses } = await start()
    t.after(() => stack.stop())

    const [reason] = await until(reasons, (found) => found.length > 0)

    assert.equal(reason?.part, 'shop')
    assert.equal(await refuses(), '1')
    assert.match(
      reason.reason,
      /^the shop gives no token: .*invalid_client .* …; check SHOPIFY_CLIENT_ID, the first of SHOPIFY_APP_SECRETS, and that the app is installed$/,
    )
    assert.doesNotMatch(reason.reason, new RegExp(adminApp.clientSecret))
    assert.match(await page(), /does not work at the moment/)
    assert.doesNotMatch(await page(), /invalid_client|token/)
    assert.equal(api.grants.count, 1)
  })
})

test('the fault of a grant ends with the next token, which a check requests after half a minute, and says how long the last token works', async () => {
  let now = 0
  let isRefused = false
  const grant = (): Promise<Grant> =>
    isRefused ? Promise.reject(new Error('shop_not_permitted')) : Promise.resolve({ token: 'a', scope: '', lifetime: 1_000 })
  const tokens = grantedTokens(grant, () => now)
  const settle = () => new Promise(setImmediate)
  const fault = async () => (tokens.fault(), await settle(), tokens.fault())
  assert.equal(await fault(), undefined)

  isRefused = true
  now = 900_000
  await tokens.get()
  await settle()
  assert.equal(tokens.fault(), 'shop_not_permitted; the last token works until 1970-01-01T00:16:40.000Z')
  now = 1_000_000
  assert.equal(await fault(), 'shop_not_permitted')
  isRefused = false
  now = 1_029_999
  assert.equal(await fault(), 'shop_not_permitted')
  now = 1_060_000
  assert.equal(await fault(), undefined)
})

test('a token without an end that the platform refuses is a fault until it is accepted again', async () => {
  const api = await startAdminApi()
  const question = '{ shop { name } currentAppInstallation { accessScopes { handle } } }'
  const [wrong, right] = ['shpat_of_nobody', adminToken].map((token) => createAdmin({ baseUrl: api.url, access: { token } }))
  try {
    await assert.rejects(wrong!.ask(question, {}), /refused its token/)
    await right!.ask(question, {})

    assert.equal(wrong!.fault(), 'the shop refused its token; check SHOPIFY_ADMIN_TOKEN')
    assert.equal(right!.fault(), undefined)
  } finally {
    await Promise.all([wrong!.close(), right!.close(), api.stop()])
  }
})
