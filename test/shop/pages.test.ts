import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { mug, openShop } from './shopper.ts'

const pages = ['/', '/products/stoneware-mug', '/cart', '/checkout', '/track', '/account', '/account?sign-in', '/back-room', '/nowhere']

describe("the shop's pages", () => {
  test('need nothing unsafe of a policy', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/add.js', { id: mug })

    for (const page of pages) {
      const { headers, text } = await robin.get(page)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'.*require-trusted-types-for 'script'/, page)
      assert.ok(policy.includes(`script-src 'self' ${stack.proxy}; connect-src 'self' ${stack.proxy};`) && !policy.includes('unsafe'), page)
      assert.doesNotMatch(text, /<style|<script(?![^>]* src=)|\sstyle=|\son\w+=/, page)
    }
  })

  test('write what people type as text', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/add.js', { id: mug })

    const { text } = await robin.submit('/checkout', { email: '"><script src=//evil></script>' })

    assert.ok(text.includes('&#34;&gt;&lt;script') && !text.includes('<script src=//evil'))
  })

  test('offer protection for what ships, before any script has read the cart', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    await robin.ajax('/cart/update.js', { updates: { [mug]: 2, 9800000104: 1, 9800000105: 1 } })

    const { text } = await robin.get('/cart')

    assert.match(text, /<storefront-protection\s+cart="shopify"\s+amount="4800"\s+currency="USD"/)
  })
})

describe("the shop's proof of who is signed in", () => {
  test('opens a session at the proxy', async () => {
    const { stack, shopper } = await openShop()
    const mira = shopper()
    await mira.submit('/session', { as: '700100200301', return_to: '/account' })

    const { assertion } = JSON.parse((await mira.get('/storefront/assertion')).text) as { assertion: string }
    const { membership } = await stack.browser(loyalty).openSession({ assertion })

    assert.equal(membership.member?.first_name, 'Mira')
  })

  test('is for the page of whoever is signed in, and kept nowhere', async () => {
    const { shopper } = await openShop()
    const mira = shopper()
    await mira.submit('/session', { as: '700100200301' })

    assert.equal((await shopper().get('/storefront/assertion')).status, 401)
    assert.equal((await mira.get('/storefront/assertion', { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    assert.equal((await mira.get('/storefront/assertion')).headers.get('cache-control'), 'no-store')
  })

  test('is not asked for by the page of a guest', async () => {
    const { shopper } = await openShop()
    const mira = shopper()

    const asGuest = await mira.get('/account')
    const asMira = await mira.submit('/session', { as: '700100200301', return_to: '/account' })

    assert.ok(!asGuest.text.includes('assertion-url') && asMira.text.includes('assertion-url="/storefront/assertion"'))
  })

  test('leads back into the shop and nowhere else', async () => {
    const { shopper } = await openShop()

    const { path } = await shopper().submit('/session', { as: '', return_to: '//evil.example' })

    assert.equal(path, '/')
  })
})
