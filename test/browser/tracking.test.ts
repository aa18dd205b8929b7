import { expect, oneEvent } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import type { TrackedClaim } from '../../src/contract/tracking.ts'
import { missPauses } from '../../src/tracking/order/order-state.ts'
import { orderStores } from '../../src/tracking/order/order-store.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { expectAccessible } from './accessible.ts'
import {
  ago,
  all,
  answer,
  control,
  forgetOrders,
  keyOf,
  knownOrders,
  mount,
  one,
  parcel,
  proxy,
  textOf,
  track,
  until,
  withoutNumber,
} from './tracked-element.ts'

const mira = 'mira@example.com'

describe('storefront-tracking', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
    performance.clearResourceTimings()
  })

  afterEach(async () => {
    forgetOrders()
    history.replaceState(null, '', location.pathname + location.search.replace(/[?&](key|order_number|email|tracking_number)=[^&]*/g, ''))
    await setViewport({ width: 800, height: 600 })
  })

  it('shows the order for an order number and its e-mail address', async () => {
    const element = await track('order-number="K-1002" email="mira@example.com"')

    expect(textOf(element)).to.contain('Order K-1002').and.to.contain('Letterpress poster')
    expect(all(element, '[part~=package]')).to.have.length(2)
  })

  it('shows the order for a key', async () => {
    const element = await track(`order-key="${await keyOf('K-1001')}"`)

    expect(textOf(element)).to.contain('Order K-1001').and.to.contain('Delivered')
  })

  it('shows for a tracking number where its package is, and nothing of the order', async () => {
    const element = await track('tracking-number="794644790138"')

    expect(textOf(element)).to.contain('794644790138').and.to.contain('On the way')
    expect(textOf(element)).not.to.contain('K-1002').and.not.to.contain('Stoneware mug')
    expect(all(element, '[part=items]')).to.have.length(0)
  })

  it('asks for the proof if the page gives none, and moves the focus to the order that was found', async () => {
    const element = await mount('')

    await type(element, 'order_number', '#K-1001')
    await type(element, 'email', 'MIRA@example.com')
    const tracked = oneEvent(element, 'storefront-tracked')
    await sendKeys({ press: 'Enter' })
    await tracked
    await until(() => element.shadowRoot!.activeElement?.localName === 'h2')

    expect(textOf(element)).to.contain('Order K-1001')
  })

  it('shows beside each field what is wrong, and sends nothing', async () => {
    const element = await mount('')

    await type(element, 'email', 'mira')
    await sendKeys({ press: 'Enter' })
    await until(() => one(element, '[aria-invalid]'))

    const number = one<HTMLInputElement>(element, '#order_number')!
    expect(element.shadowRoot!.activeElement).to.equal(number)
    expect(one(element, `#${number.getAttribute('aria-describedby')}`)!.textContent).to.equal('Please fill this in.')
    expect(one(element, '#email-error')!.textContent).to.equal('That doesn’t look like an email address.')
    expect(asked('/v1/orders/track')).to.equal(0)
    await expectAccessible(element)
  })

  it('shows only the present error after an order was not found', async () => {
    const element = await mount('order-number="K-9999" email="jonas@example.com"')
    await until(() => one(element, '[role=alert]:not(:empty)'))

    one<HTMLInputElement>(element, '#email')!.select()
    await sendKeys({ type: 'jonas' })
    await sendKeys({ press: 'Enter' })
    await until(() => one(element, '#email-error')!.textContent)

    expect(all(element, '[part=error]').map(({ textContent }) => textContent)).to.deep.equal(['', 'That doesn’t look like an email address.', '', ''])
    expect(all(element, '[aria-invalid]').map(({ id }) => id)).to.deep.equal(['email'])
  })

  it('asks for either proof if nothing is filled in, in one sentence, and leaves no room for errors that are not there', async () => {
    const element = await mount('')
    expect(all(element, '[part=error]').every((error) => !error.offsetHeight)).to.equal(true)

    one(element, '[part~=submit]')!.click()
    await until(() => one(element, '[aria-invalid]'))

    const errors = all(element, '[part=error]').map(({ textContent }) => textContent)
    expect(errors.filter(Boolean)).to.deep.equal(['Enter your order number and email, or a tracking number.'])
    const input = one(element, '#order_number')!
    await until(() => element.shadowRoot!.activeElement === input)
    for (const field of all(element, 'input'))
      expect(one(element, `#${field.getAttribute('aria-describedby')}`)!.textContent).to.equal('Enter your order number and email, or a tracking number.')
    expect(one(element, '[part=pair]')!.nextElementSibling!.textContent).to.equal('Enter your order number and email, or a tracking number.')
    await expectAccessible(element)
  })

  it('shows the same message for a wrong e-mail address and an unknown order number', async () => {
    const wrongAddress = await mount('order-number="K-1001" email="jonas@example.com"')
    const unknownNumber = await mount('order-number="K-9999" email="mira@example.com"')

    for (const element of [wrongAddress, unknownNumber]) await until(() => one(element, '[role=alert]:not(:empty)'))

    expect(one(wrongAddress, '[role=alert]:not(:empty)')!.textContent).to.equal('We couldn’t find an order with these details.')
    expect(one(unknownNumber, '[role=alert]:not(:empty)')!.textContent).to.equal(one(wrongAddress, '[role=alert]:not(:empty)')!.textContent)
    await expectAccessible(unknownNumber)
  })

  it('shows the shop’s own words while the key is unknown, and the order as soon as the key is known', async () => {
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 404, times: 1 })
    const element = await mount(`order-key="${await keyOf('K-1001')}"`)
    await until(() => knownOrders().some(({ misses }) => misses))
    await element.updateComplete

    expect(one(element, 'slot')).to.exist
    expect(textOf(element)).to.contain('Looking').and.not.to.contain('couldn’t find')
    await expectAccessible(element)
    await oneEvent(element, 'storefront-tracked')
    await element.updateComplete

    expect(textOf(element)).to.contain('Order K-1001')
    expect(asked('/v1/orders/track')).to.equal(2)
  })

  it('shows the form after a key was unknown five times', async () => {
    const usual = [...missPauses]
    missPauses.fill(1)
    const element = await mount('order-key="nobody-knows-this"')

    await until(() => one(element, '[role=alert]:not(:empty)'))

    missPauses.splice(0, missPauses.length, ...usual)
    expect(one(element, '[role=alert]:not(:empty)')!.textContent).to.equal('We couldn’t find an order with these details.')
    expect(asked('/v1/orders/track')).to.equal(5)
    await expectAccessible(element)
  })

  it('fills the timeline when the scans arrive, with exactly one more request for the order', async () => {
    const element = await mount('order-number="K-1002" email="mira@example.com"')
    await oneEvent(element, 'storefront-tracked')
    await element.updateComplete
    const steps = one(element, '[part=steps]')
    expect(all(element, '[part=event]')).to.have.length(0)

    await oneEvent(element, 'storefront-settled')
    await element.updateComplete

    expect(all(element, '[part=event]').length).to.be.greaterThan(2)
    expect(one(element, '[part=steps]')).to.equal(steps)
    expect(asked('/v1/orders/track')).to.equal(2)
    expect(asked('/v1/orders/track/enrichment')).to.equal(1)
    expect(one(element, '[role=status]')!.textContent).to.contain('New update.')
  })

  it('reads the proof from the address and removes it from there', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}#order_number=K-1004&email=${mira}&theme=dark`)

    const element = await track('from-url')

    expect(textOf(element)).to.contain('Order K-1004')
    expect(location.hash).to.equal('#theme=dark')
  })

  it('keeps an address fragment that names a place on the page', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}&order_number=K-1004&email=${mira}#where-is-it`)

    const element = await track('from-url')

    expect(textOf(element)).to.contain('Order K-1004')
    expect(location.search).not.to.contain('K-1004')
    expect(location.hash).to.equal('#where-is-it')
    history.replaceState(null, '', `${location.pathname}${location.search}`)
  })

  it('fills part of a proof from the address into the form, but not for the next look-up', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}#order_number=K-1004`)
    const element = await mount('from-url')

    await until(() => one(element, '#order_number'))
    expect(one<HTMLInputElement>(element, '#order_number')!.value).to.equal('K-1004')
    expect(location.hash).to.equal('')

    await type(element, 'email', mira)
    await sendKeys({ press: 'Enter' })
    await until(() => element.shadowRoot!.activeElement?.localName === 'h2')
    one(element, '[part~=another]')!.click()
    await until(() => one(element, '#order_number'))
    expect(one<HTMLInputElement>(element, '#order_number')!.value).to.equal('')
  })

  it('reads numbers with spaces, and a key and an e-mail address with an unencoded plus sign', async () => {
    await mount('')
    const sent: string[] = []
    const send = window.fetch
    window.fetch = (url, init) => {
      const body = String(init?.body)
      // A request by ticket, after the scans have come, is not a look-up.
      if (url === `${proxy}/v1/orders/track` && !('ticket' in (JSON.parse(body) as object))) sent.push(body)
      return send(url, init)
    }
    try {
      for (const [turn, proof] of ['tracking_number=7946%204479+0138', 'order_number=K%201004&email=a+b@example.com', 'key=ab+cd/ef%3D'].entries()) {
        for (const store of orderStores.values()) store.dispatch({ type: 'forgotten' })
        history.replaceState(null, '', `${location.pathname}${location.search}#${proof}`)
        await mount('from-url')
        await until(() => sent.length > turn)
      }
    } finally {
      window.fetch = send
    }

    expect(sent.map((body) => JSON.parse(body) as object)).to.deep.equal([
      { tracking_number: '7946 4479 0138' },
      { order_number: 'K 1004', email: 'a+b@example.com' },
      { key: 'ab+cd/ef=' },
    ])
  })

  it('hides typed text from listeners of the page', async () => {
    const heard: string[] = []
    const hear = (event: Event) => heard.push(event.type)
    for (const name of ['input', 'change']) document.addEventListener(name, hear)
    const element = await mount('')

    await type(element, 'order_number', 'K-1001')
    await type(element, 'email', mira)

    for (const name of ['input', 'change']) document.removeEventListener(name, hear)
    expect(one<HTMLInputElement>(element, '#order_number')!.value).to.equal('K-1001')
    expect(heard).to.deep.equal([])
  })

  it('still shows the order when the theme renders its surroundings again', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}#order_number=K-1004&email=${mira}`)
    const element = await track('from-url')
    const around = element.parentElement!

    around.innerHTML = '<storefront-tracking from-url></storefront-tracking>'
    const another = around.querySelector('storefront-tracking')!
    await another.updateComplete

    expect(textOf(another)).to.contain('Order K-1004')
  })

  it('shows the order that the page names, whatever was looked up before', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}#order_number=K-1004&email=${mira}`)
    await track('from-url')

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(textOf(element)).to.contain('Order K-1001')
  })

  it('starts over when the shopper wants to track another order', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}#order_number=K-1004&email=${mira}`)
    const element = await track('from-url')

    one(element, '[part~=another]')!.click()
    await until(() => element.shadowRoot!.activeElement?.id === 'order_number')

    expect(textOf(element)).not.to.contain('K-1004')
  })

  it('lists the worst news first, and sums up the packages in one line', async () => {
    await answer({ packages: [parcel('1', 'delivered'), parcel('2', 'in_transit'), parcel('3', 'failure'), parcel('4', 'in_transit')] })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    const headlines = all(element, 'h3').map(({ textContent }) => textContent.replace(/ (today|yesterday)$/, ''))
    expect(headlines).to.deep.equal(['Delivery problem', 'On the way', 'On the way', 'Delivered'])
    expect(one(element, '[part=sum]')!.textContent).to.equal('1\xa0Delivery problem · 2\xa0On the way · 1\xa0Delivered')
    expect(textOf(element)).to.contain('Package 1 of 4')
  })

  it('shows the service’s label for an unknown status, and leaves the steps unchanged', async () => {
    const events = [
      { status: 'held_by_customs', created_at: ago(1) },
      { status: 'in_transit', created_at: ago(9) },
    ]
    await answer({ packages: [{ ...parcel('1', 'held_by_customs'), current_status_label: 'Waiting at customs', timeline: events }] })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(one(element, 'h3')!.textContent).to.equal('Waiting at customs')
    expect(one(element, '[aria-current=step]')!.textContent).to.contain('On the way')
  })

  it('treats nothing from the service as markup, and accepts only links and images of the web', async () => {
    const bad = { name: '<b>Mug</b>', quantity: 1, image_url: 'javascript:alert(1)' }
    await answer({
      packages: [
        {
          ...parcel('1', 'in_transit'),
          line_items: [bad],
          tracking_links: [
            { carrier: '<i>UPS</i>', url: 'javascript:alert(1)' },
            { carrier: 'UPS', url: 'https://example.com/t' },
          ],
        },
      ],
      unfulfilled_line_items: [bad],
    })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(textOf(element)).to.contain('<b>Mug</b>')
    expect(all(element, 'b, i, img')).to.have.length(0)
    expect(all<HTMLAnchorElement>(element, 'a').map(({ href, rel }) => `${href} ${rel}`)).to.deep.equal(['https://example.com/t noreferrer'])
  })

  it('has separate cards for items still to ship and for items shipped without tracking', async () => {
    await answer({
      has_fulfillment_without_tracking: true,
      unfulfilled_line_items: [{ name: 'Linen tote', quantity: 1, image_url: null }],
      shipments: [withoutNumber],
    })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(one(element, '[part~=unshipped]')!.textContent).to.contain('Linen tote')
    expect(one(element, '[part~=untracked]')!.textContent).to.contain('Stoneware mug')
    expect(all(element, '[part=steps]')).to.have.length(0)
  })

  it('says so when nothing of an order ships', async () => {
    await answer({ has_shippable_items: false })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(textOf(element)).to.contain('Nothing to ship')
  })

  it('links to the claim page when something is wrong', async () => {
    const late = await track('order-number="K-1004" email="mira@example.com" claim-url="/claims"')
    const onTime = await track('tracking-number="794644790138" claim-url="/claims"')

    expect(one<HTMLAnchorElement>(late, '[part=claim]')!.getAttribute('href')).to.equal('/claims')
    expect(one(onTime, '[part=claim]')).to.equal(null)
  })

  it('asks the shopper to report a problem only if there is a claim page', async () => {
    await answer({ packages: [parcel('1', 'failure')] })

    const withClaims = await track('order-number="K-1001" email="mira@example.com" claim-url="/claims"')
    const without = await track('tracking-number="1"')

    expect(textOf(withClaims)).to.contain('Tell us')
    expect(textOf(without)).to.contain('Something went wrong').and.not.to.contain('Tell us')
  })

  it('treats an answer that is not the proxy’s as an outage, not as an unknown order', async () => {
    const heard = new Set<EventTarget>()
    const hear = ({ target }: Event) => heard.add(target!)
    document.addEventListener('storefront-unavailable', hear)
    StorefrontTracking.proxy = 'data:text/html,Sign in to the network'
    const page = await mount(`order-number="K-1001" email="${mira}"`)
    const nowhere = await mount(`proxy="/nowhere" order-number="K-1001" email="${mira}"`)

    await until(() => heard.has(page) && heard.has(nowhere))
    document.removeEventListener('storefront-unavailable', hear)
    await Promise.all([page.updateComplete, nowhere.updateComplete])

    expect(one(page, '[role=status]')!.textContent).to.contain('can’t be reached')
    for (const element of [page, nowhere]) {
      expect(one(element, 'slot')).to.exist
      expect(textOf(element)).not.to.contain('couldn’t find')
    }
    // Otherwise they would call the restored proxy, and the page would remember its answer in the next tests.
    page.remove()
    nowhere.remove()
    await Promise.all([page.updateComplete, nowhere.updateComplete])
    StorefrontTracking.proxy = proxy
  })

  it("shows the shop's own words while the service is down, and comes back by itself", async () => {
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
    const element = await mount('order-number="K-1001" email="mira@example.com"')
    await oneEvent(element, 'storefront-unavailable')
    await until(() => one(element, '[role=status]')?.textContent.includes('can’t be reached right now'))
    expect(one(element, 'slot')).to.exist
    await expectAccessible(element)

    await control('DELETE', 'faults')
    const tracked = oneEvent(element, 'storefront-tracked')
    window.dispatchEvent(new Event('online'))
    await tracked
    await element.updateComplete

    expect(textOf(element)).to.contain('Order K-1001').and.not.to.contain('can’t be reached')
    expect(one(element, '[role=status]')!.textContent).to.equal('New update.')
  })

  it('moves the focus to the order that the form requested, even if it comes only after an outage', async () => {
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
    const element = await mount('')
    await type(element, 'order_number', 'K-1001')
    await type(element, 'email', mira)
    const unavailable = oneEvent(element, 'storefront-unavailable')
    await sendKeys({ press: 'Enter' })
    await unavailable
    await until(() => one(element, 'form'))

    await control('DELETE', 'faults')
    const tracked = oneEvent(element, 'storefront-tracked')
    window.dispatchEvent(new Event('online'))
    await until(() => element.shadowRoot!.activeElement?.localName === 'h2')
    // The status line changes after the order is on screen, in a step of its own.
    await tracked

    expect(textOf(element)).to.contain('Order K-1001')
    expect(one(element, '[role=status]')!.textContent).to.equal('New update.')
  })

  it('keeps the last order on screen if a new request fails', async () => {
    const element = await track('order-number="K-1001" email="mira@example.com"')
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })

    await element.refresh()
    await element.updateComplete

    expect(textOf(element)).to.contain('Order K-1001').and.to.contain('can’t be reached right now')
  })

  it('shows earlier updates on request, by keyboard', async () => {
    const element = await track('order-number="K-1002" email="mira@example.com"')
    const summary = one(element, '[part=earlier]')!
    summary.focus()

    await sendKeys({ press: 'Enter' })

    expect(summary.closest('details')!.open).to.equal(true)
  })

  it('shows the results of an order’s claims, and loads the code for them only then', async () => {
    const loaded = () => performance.getEntriesByType('resource').filter(({ name }) => /\/extras\/claims\b/.test(name)).length
    const without = await track('order-number="K-1004" email="mira@example.com"')
    const before = loaded()

    const element = await claiming([
      { resolution: 'refund', state: 'resolved', at: ago(1), amount: { cents: 2400, currency: 'USD' }, order_number: null, items: [item] },
      { resolution: 'reorder', state: 'resolved', at: ago(30), amount: null, order_number: 'K-2007', items: [item] },
      { resolution: 'store_credit', state: 'resolved', at: ago(60), amount: { cents: 2650, currency: 'USD' }, order_number: null, items: [] },
      { resolution: 'refund', state: 'awaiting', at: ago(90), amount: { cents: 2400, currency: 'USD' }, order_number: null, items: [] },
      { resolution: 'refund', state: 'refused', at: ago(120), amount: { cents: 2400, currency: 'USD' }, order_number: null, items: [] },
    ])

    expect(before).to.equal(0)
    expect(all(without, '[part~=outcome]')).to.have.length(0)
    expect(all(element, '[part~=outcome] h3').map(({ textContent }) => textContent)).to.deep.equal([
      'Refunded',
      'Replacement on its way',
      'Store credit added',
      'We’re reviewing your claim',
      'Claim not approved',
    ])
    for (const words of ['$24.00 is on its way back', 'Order K-2007 replaces it', 'You have $26.50 to spend']) expect(textOf(element)).to.contain(words)
    expect(one(element, '[part~=outcome]')!.textContent).to.contain('Stoneware mug')
    expect(one(element, '[part~=outcome]')!.compareDocumentPosition(one(element, '[part~=package]')!)).to.equal(Node.DOCUMENT_POSITION_FOLLOWING)
    await expectAccessible(element)
  })

  it('leads to no other claim while there is one that was not refused, and afterwards', async () => {
    const protectedOrder = (state: TrackedClaim['state']) =>
      claiming([{ resolution: 'refund', state, at: ago(1), amount: null, order_number: null, items: [] }], undefined, 'claim-url="/claims"')

    for (const state of ['awaiting', 'resolved'] as const) {
      const element = await protectedOrder(state)
      expect(all(element, '[part=claim], [part=protected]').length, state).to.equal(0)
      forgetOrders()
    }
    const element = await protectedOrder('refused')
    expect(all(element, '[part=claim]').length).to.be.greaterThan(0)
  })

  it('shows neither amount nor order number if the answer has none', async () => {
    const element = await claiming(
      (['refund', 'reorder', 'store_credit'] as const).map((resolution) => ({
        resolution,
        state: 'resolved',
        at: ago(1),
        amount: null,
        order_number: null,
        items: [],
      })),
    )

    for (const words of ['Your money is on its way', 'A new order replaces it', 'It’s yours to spend']) expect(textOf(element)).to.contain(words)
    expect(textOf(element)).not.to.match(/\{|null|undefined/)
  })

  it('shows the result of a claim in the shop’s own texts if there are any', async () => {
    const element = await claiming(
      [{ resolution: 'refund', state: 'resolved', at: ago(1), amount: { cents: 2400, currency: 'EUR' }, order_number: null, items: [] }],
      { refund_resolved: 'Erstattet', refund_resolved_means: 'Sie bekommen {amount}.' },
    )

    expect(textOf(element)).to.contain('Erstattet').and.to.contain('Sie bekommen €24.00.')
  })

  for (const attributes of ['', 'from-url'])
    it(`opens the replacement order${attributes && ', by a link if the page reads its address'}`, async () => {
      const element = await claiming(
        [{ resolution: 'reorder', state: 'resolved', at: ago(1), amount: null, order_number: 'K-1004', order_key: await keyOf('K-1004'), items: [] }],
        undefined,
        attributes,
      )

      const way = one(element, '[part=replacement]')!
      expect(way.textContent).to.equal('Order K-1004')
      expect(way.localName).to.equal(attributes ? 'a' : 'button')
      way.click()

      await until(() => element.tracked?.order_number === 'K-1004' && element.shadowRoot!.activeElement?.textContent === 'Order K-1004')
      expect(location.hash).to.equal('')
    })

  it('is accessible and fits into 320 pixels, in light and dark', async () => {
    await setViewport({ width: 320, height: 600 })

    const element = await track('order-number="K-1002" email="mira@example.com"')

    expect(document.documentElement.scrollWidth).to.be.at.most(320)
    await expectAccessible(element)
    document.body.style.cssText = 'color-scheme: dark; background: #111; color: #eee'
    await expectAccessible(element)
    document.body.style.cssText = ''
  })
})

/** An item of an order. */
const item = { name: 'Stoneware mug', quantity: 1, image_url: null }

/** Mounts an element whose order has these claims; the rest of the answer is the proxy's own. */
async function claiming(claims: TrackedClaim[], messages?: StorefrontTracking['messages'], attributes = '') {
  const ask = window.fetch
  window.fetch = async (url, init) => {
    const answer = await ask(url, init)
    return url === `${proxy}/v1/orders/track` ? Response.json({ ...((await answer.json()) as object), claims }) : answer
  }
  try {
    const element = await mount(`order-number="K-1001" email="mira@example.com" ${attributes}`)
    element.messages = messages
    // An element of an earlier test may still wait for its own answer to the same request.
    await until(() => knownOrders().some(({ order }) => JSON.stringify(order?.claims) === JSON.stringify(claims)))
    await until(() => one(element, '[part~=outcome]'))
    await element.updateComplete
    return element
  } finally {
    window.fetch = ask
  }
}

async function type(element: StorefrontTracking, name: string, text: string) {
  await until(() => one(element, `#${name}`))
  one<HTMLInputElement>(element, `#${name}`)!.focus()
  await sendKeys({ type: text })
}

/** How often this path of the proxy was requested. */
const asked = (path: string) => performance.getEntriesByType('resource').filter(({ name }) => name === proxy + path).length
