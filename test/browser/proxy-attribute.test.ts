import { expect } from '@open-wc/testing'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { orderStoreOf, orderStores } from '../../src/tracking/order/order-store.ts'
import '../../src/tracking/define.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { waitUntil } from './wait-until.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
const classes = [StorefrontLoyalty, StorefrontProtection, StorefrontTracking] as { proxy: string }[]
const kinds = {
  'storefront-loyalty': `assertion-url="/shop/assertion?sub=700100200301"`,
  'storefront-protection': 'cart="events" amount="12000" currency="USD"',
  'storefront-tracking': 'order-number="K-1002" email="mira@example.com"',
} as const
const place = document.body.appendChild(document.createElement('main'))
const send = window.fetch
const warn = console.warn

/** The addresses of the page's requests, and the warnings in its console. */
let sent: string[]
let warnings: string[]
let count = 0

beforeEach(() => {
  sent = []
  warnings = []
  window.fetch = (url, init) => {
    sent.push(String(url))
    return send(url, init)
  }
  console.warn = (text: unknown) => void warnings.push(String(text))
})
afterEach(() => {
  window.fetch = send
  console.warn = warn
  place.textContent = ''
  orderStores.clear()
  for (const one of classes) one.proxy = ''
})

type Kind = keyof typeof kinds
const show = (kind: Kind, attributes: string) => {
  place.innerHTML = `<${kind} ${kinds[kind]} ${attributes}><span>The shop's own words</span></${kind}>`
  return place.firstElementChild as StorefrontLoyalty | StorefrontProtection | StorefrontTracking
}
const foreign = () => `https://thief-${++count}.example`
const sentTo = (origin: string) => sent.filter((url) => URL.canParse(url, location.href) && new URL(url, location.href).origin === origin)
const warnedOf = (address: string) => warnings.filter((text) => text.includes(address))
const nextFrames = async () => {
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
}
const isSlotSeen = (element: Element) => element.querySelector('span')!.getBoundingClientRect().height > 0

describe('the attribute proxy', () => {
  for (const kind of Object.keys(kinds) as Kind[])
    describe(`of ${kind}`, () => {
      it('is refused for an origin that no script names: nothing is sent, the console warns once, and the slot is visible', async () => {
        for (const one of classes) one.proxy = proxy
        const origin = foreign()

        const element = show(kind, `proxy="${origin}"`)
        element.requestUpdate()
        await nextFrames()

        expect(sentTo(origin)).to.deep.equal([])
        expect(warnedOf(origin)).to.deep.equal([`<${kind}> needs a proxy that its property or data-proxies of the script names, not "${origin}"`])
        expect(isSlotSeen(element)).to.equal(true)
      })

      it('is refused if it is not a web address, or hides another origin', async () => {
        const forms = [
          (mark: string) => `data:text/html,${mark}`,
          (mark: string) => `blob:${location.origin}/${mark}`,
          (mark: string) => `//${mark}.example`,
          (mark: string) => `ht\ntps:/\\${mark}.example`,
        ]
        for (const form of forms) {
          const mark = `thief-${++count}`
          place.innerHTML = ''
          const element = show(kind, `proxy="${form(mark)}"`)
          await nextFrames()
          expect(
            sent.filter((url) => url.includes(mark)),
            form(mark),
          ).to.deep.equal([])
          expect(warnedOf(mark).length, form(mark)).to.equal(1)
          expect(isSlotSeen(element)).to.equal(true)
        }
      })

      it('is accepted for the origin that a script has set, with any path', async () => {
        for (const one of classes) one.proxy = `${proxy}/one/`

        show(kind, `proxy="${proxy}${'/.'.repeat(++count)}"`)

        await waitUntil(() => sentTo(new URL(proxy).origin).length > 0)
        expect(warnings.filter((text) => text.includes('needs a proxy') && !text.endsWith('""'))).to.deep.equal([])
      })

      it("is accepted for the page's own origin", async () => {
        for (const one of classes) one.proxy = proxy

        show(kind, `proxy="/mounted-${++count}"`)

        await waitUntil(() => sent.some((url) => url.includes(`/mounted-${count}/v1/`)))
        expect(warnings.filter((text) => text.includes('needs a proxy') && !text.endsWith('""'))).to.deep.equal([])
      })

      it('is accepted for any origin if a script sets the property', async () => {
        const origin = foreign()
        const element = document.createElement(kind)
        for (const [name, value] of new URLSearchParams(kinds[kind].replaceAll('" ', '&').replaceAll('"', ''))) element.setAttribute(name, value)
        Object.assign(element, { proxy: origin })
        place.append(element)

        await waitUntil(() => sentTo(origin).length > 0)
        expect(warnedOf(origin)).to.deep.equal([])
      })
    })

  it('removes a membership from the screen when it changes to a foreign origin', async () => {
    StorefrontLoyalty.proxy = proxy
    const element = show('storefront-loyalty', '')
    await waitUntil(() => !!element.shadowRoot!.querySelector('[part=balance]'))

    element.setAttribute('proxy', foreign())
    await nextFrames()

    expect(element.shadowRoot!.querySelector('[part=balance]')).to.equal(null)
    expect(isSlotSeen(element)).to.equal(true)
  })

  it('does not send to one proxy what a shopper typed for another', async () => {
    StorefrontTracking.proxy = proxy
    orderStoreOf(proxy).dispatch({ type: 'given', proof: { order_number: 'K-1002', email: 'mira@example.com' } })
    place.innerHTML = '<storefront-tracking proxy="/another"></storefront-tracking><storefront-tracking></storefront-tracking>'

    await waitUntil(() => sentTo(new URL(proxy).origin).length > 0)
    await nextFrames()

    expect(sent.filter((url) => url.includes('/another'))).to.deep.equal([])
  })
})

describe('links of the widgets', () => {
  const bad = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'blob:https://shop.example/x',
    'vbscript:x',
    '/in\u202egro',
    '/in\u0000',
  ]
  const good = ['/in', 'in', '?sign=in', 'https://shop.example/in', '//shop.example/in', `${location.origin}/in#there`]

  for (const address of [...bad, ...good]) {
    const taken = good.includes(address)
    it(`${taken ? 'accept' : 'refuse'} ${JSON.stringify(address)}`, async () => {
      Object.assign(StorefrontLoyalty, { proxy: `${proxy}/` })
      place.innerHTML = '<storefront-loyalty></storefront-loyalty>'
      const element = place.firstElementChild as StorefrontLoyalty
      for (const name of ['sign-in-url', 'join-url', 'cancel-url']) element.setAttribute(name, address)
      await nextFrames()
      await waitUntil(() => !!element.shadowRoot!.querySelector(taken ? 'a[part=sign-in]' : 'slot'))
      await nextFrames()

      const links = [...element.shadowRoot!.querySelectorAll('a')].map((link) => link.getAttribute('href'))
      expect(links).to.deep.equal(taken ? [address, address, address] : [])
    })

    it(`${taken ? 'accept' : 'refuse'} ${JSON.stringify(address)} for claims`, async () => {
      Object.assign(StorefrontTracking, { proxy: `${proxy}/` })
      place.innerHTML = '<storefront-tracking order-number="K-1004" email="mira@example.com"></storefront-tracking>'
      const element = place.firstElementChild as StorefrontTracking
      element.setAttribute('claim-url', address)
      await waitUntil(() => !!element.shadowRoot?.querySelector('[part~=package]'))
      await nextFrames()

      const links = [...element.shadowRoot!.querySelectorAll('a[part=claim]')].map((link) => link.getAttribute('href'))
      expect(links).to.deep.equal(taken ? [address] : [])
    })
  }
})
