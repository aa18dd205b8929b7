import { expect, fixture, html, oneEvent } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import '../../src/tracking/define.ts'
import { lookups } from '../../src/tracking/lookups.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontTracking.proxy = proxy

const mira = 'mira@example.com'

describe('storefront-tracking', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
    performance.clearResourceTimings()
  })

  afterEach(async () => {
    // The next test's page has looked nothing up.
    lookups.answers.clear()
    lookups.given = undefined
    history.replaceState(null, '', location.pathname + location.search.replace(/[?&](key|order_number|email|tracking_number)=[^&]*/g, ''))
    await setViewport({ width: 800, height: 600 })
  })

  it('shows the order of an order number and its e-mail address', async () => {
    const element = await track('order-number="K-1002" email="mira@example.com"')

    expect(textOf(element)).to.contain('Order K-1002').and.to.contain('Letterpress poster')
    expect(all(element, '[part~=package]')).to.have.length(2)
  })

  it('shows the order of a key', async () => {
    const { orders } = (await (await fetch(`${services}/_control/state?of=orders`)).json()) as { orders: { shop_order_number: string; key: string }[] }

    const element = await track(`order-key="${orders.find(({ shop_order_number: number }) => number === 'K-1001')!.key}"`)

    expect(textOf(element)).to.contain('Order K-1001').and.to.contain('Delivered')
  })

  it('shows of a tracking number where its package is, and nothing of the order', async () => {
    const element = await track('tracking-number="794644790138"')

    expect(textOf(element)).to.contain('794644790138').and.to.contain('On the way')
    expect(textOf(element)).not.to.contain('K-1002').and.not.to.contain('Stoneware mug')
    expect(all(element, '[part=items]')).to.have.length(0)
  })

  it('asks for the proof when the page gives none, and puts the reader on the order that was found', async () => {
    const element = await mount('')

    await type(element, 'order_number', '#K-1001')
    await type(element, 'email', 'MIRA@example.com')
    const tracked = oneEvent(element, 'storefront-tracked')
    await sendKeys({ press: 'Enter' })
    await tracked
    await until(() => element.shadowRoot!.activeElement?.localName === 'h2')

    expect(textOf(element)).to.contain('Order K-1001')
  })

  it('says beside each field what is missing, and sends nothing', async () => {
    const element = await mount('')

    await type(element, 'email', 'mira')
    await sendKeys({ press: 'Enter' })
    await until(() => one(element, '[aria-invalid]'))

    const number = one<HTMLInputElement>(element, '#order_number')!
    expect(element.shadowRoot!.activeElement).to.equal(number)
    expect(one(element, `#${number.getAttribute('aria-describedby')}`)!.textContent).to.equal('Please fill this in.')
    expect(one(element, '#email-error')!.textContent).to.equal('This does not look like an e-mail address.')
    expect(asked('/v1/orders/track')).to.equal(0)
    await expect(element).to.be.accessible()
  })

  it('asks for either proof when nothing is filled in, in one sentence that finds its room kept', async () => {
    const element = await mount('')
    const form = one(element, 'form')!
    const { height } = form.getBoundingClientRect()

    one(element, '[part=submit]')!.click()
    await until(() => one(element, '[aria-invalid]'))

    const errors = all(element, '[part=error]').map(({ textContent }) => textContent)
    expect(errors.filter(Boolean)).to.deep.equal(['Fill in both, or a tracking number.'])
    expect(form.getBoundingClientRect().height).to.equal(height)
    const input = one(element, '#order_number')!
    await until(() => element.shadowRoot!.activeElement === input)
    expect(one(element, `#${input.getAttribute('aria-describedby')}`)!.textContent).to.equal('Fill in both, or a tracking number.')
    await expect(element).to.be.accessible()
  })

  it('answers a wrong address and an unknown number with the same words', async () => {
    const wrongAddress = await mount('order-number="K-1001" email="jonas@example.com"')
    const unknownNumber = await mount('order-number="K-9999" email="mira@example.com"')

    for (const element of [wrongAddress, unknownNumber]) await until(() => one(element, 'form [role=alert]')?.textContent)

    expect(one(wrongAddress, '[role=alert]')!.textContent).to.equal('We could not find an order with these details.')
    expect(one(unknownNumber, '[role=alert]')!.textContent).to.equal(one(wrongAddress, '[role=alert]')!.textContent)
    await expect(unknownNumber).to.be.accessible()
  })

  it('fills the timeline when the scans are there, asking for the order once more and no oftener', async () => {
    const element = await mount('order-number="K-1002" email="mira@example.com"')
    await oneEvent(element, 'storefront-tracked')
    await element.updateComplete
    const bar = one(element, '[part=steps]')
    expect(all(element, '[part=event]')).to.have.length(0)

    await oneEvent(element, 'storefront-settled')
    await element.updateComplete

    expect(all(element, '[part=event]').length).to.be.greaterThan(2)
    expect(one(element, '[part=steps]')).to.equal(bar)
    expect(asked('/v1/orders/track')).to.equal(2)
    expect(asked('/v1/orders/track/enrichment')).to.equal(1)
    expect(one(element, '[role=status]')!.textContent).to.contain('New update.')
  })

  it('reads the proof from the address and leaves none of it there', async () => {
    history.replaceState(null, '', `${location.pathname}${location.search}#order_number=K-1004&email=${mira}&theme=dark`)

    const element = await track('from-url')

    expect(textOf(element)).to.contain('Order K-1004')
    expect(location.hash).to.equal('#theme=dark')
  })

  it('reads numbers with spaces in them, and a key and an e-mail address whose plus sign nobody encoded', async () => {
    await mount('')
    const sent: string[] = []
    const send = window.fetch
    window.fetch = (url, init) => {
      if (url === `${proxy}/v1/orders/track`) sent.push(String(init?.body))
      return send(url, init)
    }
    try {
      for (const [turn, proof] of ['tracking_number=7946%204479+0138', 'order_number=K%201004&email=a+b@example.com', 'key=ab+cd/ef%3D'].entries()) {
        lookups.given = undefined
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

  it('keeps what is typed from listeners of the page', async () => {
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

  it('knows the order still when the theme renders its surroundings anew', async () => {
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

  it('puts the worst news first and sums the packages up in one line', async () => {
    await answer({ packages: [parcel('1', 'delivered'), parcel('2', 'in_transit'), parcel('3', 'failure'), parcel('4', 'in_transit')] })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(all(element, 'h3').map(({ textContent }) => textContent)).to.deep.equal(['Delivery problem', 'On the way', 'On the way', 'Delivered'])
    expect(one(element, '[part=sum]')!.textContent).to.equal('1 Delivery problem · 2 On the way · 1 Delivered')
    expect(textOf(element)).to.contain('Package 1 of 4')
  })

  it('names a status that nobody here knows as the service does, and leaves the bar where it was', async () => {
    const events = [
      { status: 'held_by_customs', created_at: ago(1) },
      { status: 'in_transit', created_at: ago(9) },
    ]
    await answer({ packages: [{ ...parcel('1', 'held_by_customs'), current_status_label: 'Waiting at customs', timeline: events }] })

    const element = await track('order-number="K-1001" email="mira@example.com"')

    expect(one(element, 'h3')!.textContent).to.equal('Waiting at customs')
    expect(one(element, '[aria-current=step]')!.textContent.trim()).to.equal('On the way')
  })

  it('takes nothing from the service as markup, and links and images of the web only', async () => {
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
    expect(all<HTMLAnchorElement>(element, 'a').map(({ href, rel }) => `${href} ${rel}`)).to.deep.equal(['https://example.com/t noopener noreferrer'])
  })

  it('has cards of their own for what is still to ship and for what went without tracking', async () => {
    await answer({
      has_fulfillment_without_tracking: true,
      unfulfilled_line_items: [{ name: 'Linen tote', quantity: 1, image_url: null }],
      shipments: [
        {
          shop_shipment_id: '9',
          tracking_number: '',
          tracking_company: 'Courier',
          enrichment_status: 'skipped',
          line_items: [{ name: 'Stoneware mug', quantity: 1 }],
        },
      ],
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

  it('offers the way to a claim when something is wrong', async () => {
    const late = await track('order-number="K-1004" email="mira@example.com" claim-url="/claims"')
    const onTime = await track('tracking-number="794644790138" claim-url="/claims"')

    expect(one<HTMLAnchorElement>(late, '[part=claim]')!.getAttribute('href')).to.equal('/claims')
    expect(one(onTime, '[part=claim]')).to.equal(null)
  })

  it('asks to be told of a problem only where it can be told', async () => {
    await answer({ packages: [parcel('1', 'failure')] })

    const withClaims = await track('order-number="K-1001" email="mira@example.com" claim-url="/claims"')
    const without = await track('tracking-number="1"')

    expect(textOf(withClaims)).to.contain('Tell us')
    expect(textOf(without)).to.contain('Something went wrong').and.not.to.contain('Tell us')
  })

  it("shows the shop's own words while the service is down, and comes back by itself", async () => {
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
    const element = await mount('order-number="K-1001" email="mira@example.com"')
    await oneEvent(element, 'storefront-unavailable')
    await element.updateComplete
    expect(one(element, 'slot')).to.exist
    expect(one(element, '[role=status]')!.textContent).to.contain('cannot be reached right now')
    await expect(element).to.be.accessible()

    await control('DELETE', 'faults')
    const tracked = oneEvent(element, 'storefront-tracked')
    window.dispatchEvent(new Event('online'))
    await tracked
    await element.updateComplete

    expect(textOf(element)).to.contain('Order K-1001').and.not.to.contain('cannot be reached')
    expect(one(element, '[role=status]')!.textContent).to.equal('New update.')
  })

  it('puts the reader on the order that a form asked for, even if it comes only once the service is back', async () => {
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
    const element = await mount('')
    await type(element, 'order_number', 'K-1001')
    await type(element, 'email', mira)
    const unavailable = oneEvent(element, 'storefront-unavailable')
    await sendKeys({ press: 'Enter' })
    await unavailable
    await element.updateComplete
    expect(one(element, 'form')).to.exist

    await control('DELETE', 'faults')
    window.dispatchEvent(new Event('online'))
    await until(() => one(element, '[part=order]'))
    await until(() => element.shadowRoot!.activeElement?.localName === 'h2')

    expect(textOf(element)).to.contain('Order K-1001')
    expect(one(element, '[role=status]')!.textContent).to.equal('New update.')
  })

  it('keeps the last order on screen when it cannot be asked for again', async () => {
    const element = await track('order-number="K-1001" email="mira@example.com"')
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })

    await element.refresh()
    await element.updateComplete

    expect(textOf(element)).to.contain('Order K-1001').and.to.contain('cannot be reached right now')
  })

  it('shows earlier updates on request, by keyboard', async () => {
    const element = await track('order-number="K-1002" email="mira@example.com"')
    const summary = one(element, 'summary')!
    summary.focus()

    await sendKeys({ press: 'Enter' })

    expect(summary.closest('details')!.open).to.equal(true)
  })

  it('is accessible and as narrow as 320 pixels, in light and dark', async () => {
    await setViewport({ width: 320, height: 600 })

    const element = await track('order-number="K-1002" email="mira@example.com"')

    expect(document.documentElement.scrollWidth).to.be.at.most(320)
    await expect(element).to.be.accessible()
    document.body.style.cssText = 'color-scheme: dark; background: #111; color: #eee'
    await expect(element).to.be.accessible()
    document.body.style.cssText = ''
  })
})

/** An element with these attributes, at once. */
const mount = async (attributes: string) => {
  const around = await fixture<HTMLElement>(html`<div></div>`)
  around.innerHTML = `<storefront-tracking ${attributes}><p>Write to us.</p></storefront-tracking>`
  const element = around.querySelector('storefront-tracking')!
  await element.updateComplete
  return element
}

/** An element whose order is settled and on screen. */
async function track(attributes: string) {
  const settled = new Promise((resolve) => document.addEventListener('storefront-settled', resolve, { once: true }))
  const element = await mount(attributes)
  await settled
  await element.updateComplete
  return element
}

async function type(element: StorefrontTracking, name: string, text: string) {
  one<HTMLInputElement>(element, `#${name}`)!.focus()
  await sendKeys({ type: text })
}

const one = <E extends HTMLElement>(element: StorefrontTracking, selector: string) => element.shadowRoot!.querySelector<E>(selector)
const all = <E extends HTMLElement>(element: StorefrontTracking, selector: string) => [...element.shadowRoot!.querySelectorAll<E>(selector)]
const textOf = (element: StorefrontTracking) => element.shadowRoot!.textContent.replace(/\s+/g, ' ')

/** How often the proxy was asked there. */
const asked = (path: string) => performance.getEntriesByType('resource').filter(({ name }) => name === proxy + path).length

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const parcel = (number: string, status: string) => ({
  tracking_number: number,
  carrier: 'UPS',
  current_status: status,
  current_status_label: status,
  timeline: [{ status, created_at: ago(2) }],
})

/** Makes the service answer with an order of that kind. */
const answer = (order: object) =>
  control('POST', 'faults', {
    match: { path: '/track/api/order' },
    status: 200,
    body: { order_number: 'K-1001', has_shippable_items: true, shipments: [], packages: [], ...order },
  })

async function control(method: string, path: string, body?: object) {
  const answer = await fetch(`${services}/_control/${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${path} ${answer.status}`).to.equal(true)
}

async function until(isSo: () => unknown) {
  while (!isSo()) await new Promise(requestAnimationFrame)
}
