import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { mug, openShop } from './shopper.ts'

const pages = [
  '/',
  '/products/stoneware-mug',
  '/cart',
  '/checkout',
  '/track',
  '/help',
  '/help/thanks',
  '/cancel',
  '/cancel/received',
  '/account',
  '/account?sign-in',
  '/back-room',
  '/nowhere',
]

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

    assert.match(text, /<storefront-protection\s+cart="shopify"\s+lines="0"\s+amount="4800"\s+currency="USD"/)
  })
})

describe('the direction of pages', () => {
  test('is kept from the address that asked for it until another asks for the other', async () => {
    const { shopper } = await openShop()
    const robin = shopper()
    const direction = async (path: string) => /<html lang="en" dir="(\w+)"/.exec((await robin.get(path)).text)?.[1]

    assert.equal(await direction('/cart?dir=rtl'), 'rtl')
    await robin.submit('/session', { as: '700100200301' })
    assert.deepEqual([await direction('/track'), await direction('/?dir=ltr'), await direction('/track')], ['rtl', 'ltr', 'ltr'])
  })
})

describe("the shop's help", () => {
  const letter = { about: 'Something is broken', order: 'K-2001', email: 'robin@example.com', text: 'The handle <came> off.\nBoth of them.' }

  test('knows the order that a link names', async () => {
    const { shopper } = await openShop()

    const { text } = await shopper().get('/help?order=K-2001')

    assert.match(text, /name="order" type="text" value="K-2001"/)
  })

  test('takes a message, thanks for it and shows it in the back room as text', async () => {
    const { shopper } = await openShop()
    const robin = shopper()

    const thanks = await robin.submit('/help', letter)
    const backRoom = await robin.get('/back-room')

    assert.deepEqual([thanks.path, /Thank you, we have it/.test(thanks.text)], ['/help/thanks', true])
    assert.match(backRoom.text, /Something is broken<\/b>, K-2001[\s\S]*The handle &lt;came&gt; off\./)
  })

  test('asks again for an address to answer to, and keeps what was written', async () => {
    const { shopper } = await openShop()
    const robin = shopper()

    const { status, text } = await robin.submit('/help', { ...letter, email: '' })

    assert.equal(status, 422)
    assert.match(text, /<a href="#email">E-mail<\/a>/)
    assert.ok(text.includes('The handle &lt;came&gt; off.') && !(await robin.get('/back-room')).text.includes('handle'))
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

  test('is for the signed-in shopper only, and is not cached', async () => {
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
