import { expect, fixture, html } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import { ago, all, answer, control, forgetOrders, one, parcel, textOf, track, until } from './tracked-element.ts'

const known = 'order-number="K-1001" email="mira@example.com"'
const shop = 'claim-url="/claims" contact-url="/contact"'

describe('what a shopper can do about an order', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(async () => {
    forgetOrders()
    document.documentElement.dir = ''
    await setViewport({ width: 800, height: 600 })
  })

  it('is to claim or to write where something is wrong, and nothing of both where all is well', async () => {
    await answer({ packages: [parcel('1Z1', 'in_transit')] })
    const well = await track(`${known} ${shop}`)
    expect(all(well, '[part=claim], [part=contact]')).to.have.length(0)
    forgetOrders()

    await control('DELETE', 'faults')
    await answer({ packages: [parcel('1Z1', 'failure')] })
    const wrong = await track(`${known} ${shop}`)

    const ways = all<HTMLAnchorElement>(wrong, '[part=claim], [part=contact]').map((link) => link.getAttribute('href'))
    expect(ways).to.have.members(['/claims', '/contact'])
  })

  for (const financial_status of ['refunded', 'voided'])
    it(`is nothing with protection if the order is ${financial_status}: it is called protected no longer, and there is nothing to claim`, async () => {
      const order = { is_protected: true, packages: [parcel('1Z1', 'failure')] }
      await answer({ ...order, financial_status: 'paid' })
      const paid = await track(`${known} ${shop}`)
      expect([one(paid, '[part=protected]'), one(paid, '[part=claim]')]).not.to.include(null)
      forgetOrders()

      await control('DELETE', 'faults')
      await answer({ ...order, financial_status })
      const element = await track(`${known} ${shop}`)

      await until(() => one(element, '[part~=money]'))
      expect(all(element, '[part=protected], [part=claim]')).to.have.length(0)
      expect(textOf(element)).not.to.match(/protected/i)
    })

  it('shows what the shop puts into each slot, the logo of a carrier in the place of its name', async () => {
    await answer({ packages: [{ ...parcel('1Z1', 'failure'), carrier: 'Royal Mail' }] })
    const around = await fixture<HTMLElement>(html`<div></div>`)
    around.innerHTML = `<storefront-tracking ${known} ${shop}>
      <p slot="header">Sale until Sunday</p><p slot="delivery-note">Leave it with a neighbour</p><p slot="support">Call us</p>
      <p slot="recommendations">Goes with it</p><p slot="empty">See your mail</p><b slot="carrier-royal-mail">RM</b>
    </storefront-tracking>`
    const element = around.querySelector('storefront-tracking')!

    await until(() => one(element, '[part~=package]'))

    const isShown = (text: string) => [...element.children].some((child) => child.textContent === text && child.checkVisibility())
    expect(['Sale until Sunday', 'Leave it with a neighbour', 'Call us', 'Goes with it', 'RM', 'See your mail'].map(isShown)).to.deep.equal([
      ...[true, true, true, true, true],
      // This one stands below the form.
      false,
    ])
    expect(one(element, '[part=contact]')!.checkVisibility(), 'the link that the slot replaces').to.equal(false)
    expect(one(element, '[part=mark]')!.checkVisibility(), 'the name that the logo replaces').to.equal(false)
  })

  it('shows what the shop puts below the form', async () => {
    const around = await fixture<HTMLElement>(html`<div></div>`)
    around.innerHTML = `<storefront-tracking><p slot="empty">See your mail</p></storefront-tracking>`
    const element = around.querySelector('storefront-tracking')!

    await until(() => one(element, 'form'))

    expect(element.querySelector('p')!.checkVisibility()).to.equal(true)
    expect(element.querySelector('p')!.getBoundingClientRect().top).to.be.at.least(one(element, 'form')!.getBoundingClientRect().bottom)
  })

  it('has 44 pixels for each press, on a phone', async () => {
    await setViewport({ width: 320, height: 800 })
    await answer({
      packages: [
        { ...parcel('1Z1', 'failure'), timeline: [1, 2, 3, 4].map((hours) => ({ status: 'in_transit', created_at: ago(hours) })) },
        parcel('1Z2', 'in_transit'),
      ],
    })
    const element = await track(`${known} ${shop}`)
    for (const details of all<HTMLDetailsElement>(element, '[part=history] details, [part=more]')) details.open = true
    await element.updateComplete

    const controls = all(element, 'a, button, summary').filter((control) => control.checkVisibility())
    expect(controls.length).to.be.at.least(6)
    for (const control of controls) {
      const { width, height } = control.getBoundingClientRect()
      expect(Math.min(width, height), control.outerHTML).to.be.at.least(44)
    }
  })

  for (const [dir, order] of [
    ['ltr', ['mark', 'number', 'copy']],
    ['rtl', ['copy', 'number', 'mark']],
  ] as const)
    it(`reads carrier, number and button in this order on a page that runs ${dir}`, async () => {
      document.documentElement.dir = dir
      await answer({ packages: [parcel('1Z999AA10123456784', 'in_transit')] })

      const element = await track(known)

      const places = { mark: '[part=mark]', number: 'bdi', copy: '[part~=copy]' }
      const left = (name: keyof typeof places) => one(element, places[name])!.getBoundingClientRect().left
      expect([...order].sort((one, other) => left(one) - left(other))).to.deep.equal(order)
      expect(getComputedStyle(one(element, 'bdi')!).direction).to.equal('ltr')
    })

  it('shows five steps of an order that was just placed, the first with its day, and what is in it', async () => {
    await answer({ created_at: ago(1), unfulfilled_line_items: [{ name: 'Linen tote', quantity: 1, image_url: null }] })

    const element = await track(known)

    await until(() => one(element, '[part=steps]'))
    const steps = all(element, '[part~=step]').map(({ innerText, ariaCurrent }) => `${innerText.replace(/\s+/g, ' ').trim()}${ariaCurrent ? ' (present)' : ''}`)
    expect(steps[0]).to.match(/^Ordered \w+ \d+$/)
    expect(steps.slice(1)).to.deep.equal(['Preparing (present)', 'On the way', 'Out for delivery', 'Delivered'])
    expect(textOf(element)).to.contain('Preparing your order').and.to.contain('Linen tote')
  })
})
