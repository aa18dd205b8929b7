import { expect, oneEvent } from '@open-wc/testing'
import type { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { expectAccessible } from './accessible.ts'
import { answer, control, forgetOrders, keyOf, knownOrders, mount, one, parcel, proxy, textOf, track, until } from './tracked-element.ts'

const known = { order_number: 'K-1001', email: 'mira@example.com' }

describe('an order that is looked at again', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(() => {
    forgetOrders()
    history.replaceState(null, '')
  })

  it('is still there after a reload, and cannot be read in the history of the tab', async () => {
    history.replaceState({ theme: 'its own' }, '')
    const settled = oneEvent(document, 'storefront-settled')
    await lookUp(await mount(''), known)
    await settled
    await until(() => kept())
    expect(history.state).to.contain({ theme: 'its own' })
    expect(JSON.stringify(history.state)).not.to.match(/K-1001|mira/i)
    forgetOrders()

    const element = await track('')

    expect(textOf(element)).to.contain('Order K-1001').and.to.contain('Track another order')
    one(element, '[part~=another]')!.click()
    await until(() => one(element, '#order_number'))
    expect(kept()).to.equal(undefined)
  })

  it('is replaced by the form, without an error, if its ticket has expired at the reload', async () => {
    history.replaceState({ storefront: [proxy, 'run-out'] }, '')

    const element = await mount('')

    await until(() => one(element, '#order_number') && !kept())
    await element.updateComplete
    expect(one(element, '[role=alert]:not(:empty)')).to.equal(null)
    expect(element.shadowRoot!.querySelector('[aria-invalid]')).to.equal(null)
  })

  it('stays on screen above the form, without an error, once its ticket cannot be renewed', async () => {
    const settled = oneEvent(document, 'storefront-settled')
    await lookUp(await mount(''), known)
    await settled
    await until(() => kept())
    forgetOrders()
    const element = await track('')
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 404, body: {} })

    await element.refresh()

    await until(() => one(element, '#order_number'))
    expect(textOf(element)).to.contain('Order K-1001')
    expect(one(element, '[role=alert]:not(:empty)')).to.equal(null)
    await control('DELETE', 'faults')
    await lookUp(element, known)
    await until(() => textOf(element).includes('Order K-1001') && !one(element, '#order_number'))
  })

  it('is shown again when the shopper goes back to it from another order', async () => {
    const follow = async (number: string) => (location.hash = `key=${await keyOf(number)}`)
    const element = await mount('from-url')
    for (const number of ['K-1001', 'K-1002']) {
      await follow(number)
      await until(() => textOf(element).includes(`Order ${number}`) && kept())
    }

    history.back()

    await until(() => textOf(element).includes('Order K-1001'))
    history.forward()
    await until(() => textOf(element).includes('Order K-1002'))
  })

  it('is not stored in the history if the page itself names it', async () => {
    await track('order-number="K-1001" email="mira@example.com"')

    expect(history.state).to.equal(null)
  })

  it('has no button to refresh, and says that there is an update for some seconds only', async () => {
    await answer({ packages: [parcel('1Z9', 'in_transit')] })
    const element = await track('order-number="K-1001" email="mira@example.com"')
    const notice = one(element, '[part=notice]')!
    expect(one(element, '[part=refresh]')).to.equal(null)
    await control('DELETE', 'faults')
    await answer({ packages: [{ ...parcel('1Z9', 'in_transit'), timeline: [{ status: 'in_transit', message: 'Left Reno' }] }] })

    await element.refresh()

    await until(() => notice.textContent === 'New update.')
    await until(() => notice.textContent === '')
  }).timeout(20_000)

  it('is requested again when the shopper comes back after more than a minute, and not before', async () => {
    await answer({ packages: [parcel('1Z9', 'in_transit')] })
    const element = await track('order-number="K-1001" email="mira@example.com"')
    await control('DELETE', 'faults')
    await answer({ packages: [parcel('1Z9', 'delivered')] })
    const { now } = Date
    try {
      Date.now = () => now() + 50_000
      document.dispatchEvent(new Event('visibilitychange'))
      expect(knownOrders().some(({ isBusy }) => isBusy)).to.equal(false)

      Date.now = () => now() + 61_000
      document.dispatchEvent(new Event('visibilitychange'))

      await until(() => /Delivered (today|yesterday)/.test(textOf(element)))
    } finally {
      Date.now = now
    }
  })

  it('tells shoppers who are offline that they are, and as of when the order is known', async () => {
    const element = await track('order-number="K-1001" email="mira@example.com"')
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
    try {
      window.dispatchEvent(new Event('offline'))

      await until(() => /^You’re offline. Last updated \d+:\d\d/.test(one(element, '[role=status]')!.textContent))
      expect(textOf(element)).not.to.contain('can’t be reached')
    } finally {
      Reflect.deleteProperty(navigator, 'onLine')
    }
  })

  it('stays in its last known state, with the time of that state, while there is no connection', async () => {
    const element = await track('order-number="K-1001" email="mira@example.com"')
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })

    window.dispatchEvent(new Event('offline'))

    await until(() => one(element, '[role=status]')!.textContent.includes('can’t be reached'))
    expect(one(element, '[role=status]')!.textContent).to.match(/^Last updated .*\d:\d\d.*\. Tracking can’t be reached right now/)
    expect(textOf(element)).to.contain('Order K-1001')
    await expectAccessible(element)
    await control('DELETE', 'faults')
    window.dispatchEvent(new Event('online'))
    await until(() => !one(element, '[role=status]')!.textContent.includes('Last updated'))
  })

  it('moves the focus to the typed fields and marks them as wrong if it is not found', async () => {
    const element = await mount('')

    await lookUp(element, { ...known, email: 'jonas@example.com' })

    await until(() => one(element, '[role=alert]:not(:empty)'))
    await until(() => element.shadowRoot!.activeElement?.id === 'order_number')
    for (const name of ['order_number', 'email']) {
      expect(one(element, `#${name}`)!.getAttribute('aria-invalid')).to.equal('true')
      expect(one(element, `#${one(element, `#${name}`)!.getAttribute('aria-describedby')}`)!.textContent).to.contain('couldn’t find')
    }
    expect(one(element, '#tracking_number')!.getAttribute('aria-invalid')).to.equal(null)
    expect(one(element, '[part=pair]')!.nextElementSibling!.textContent, 'right below the fields').to.contain('couldn’t find')
    await expectAccessible(element)
  })

  it('says below the tracking number that it is not found', async () => {
    const element = await mount('')

    await lookUp(element, { tracking_number: '1Z999AA1' })

    await until(() => one(element, '#tracking_number-error')?.textContent)
    expect(one(element, '#tracking_number')!.getAttribute('aria-describedby')).to.equal('tracking_number-error')
    expect(one(element, '[part=pair]')!.nextElementSibling!.textContent).to.equal('')
  })

  it('moves the focus to the typed field also if the number is much too long', async () => {
    const element = await mount('')

    await lookUp(element, { tracking_number: '1'.repeat(5000) })

    await until(() => one(element, '[role=alert]:not(:empty)'))
    await until(() => element.shadowRoot!.activeElement?.id === 'tracking_number')
    expect(one(element, '#tracking_number')!.getAttribute('aria-invalid')).to.equal('true')
  })

  it('is replaced by the form and the shop’s own words while the service is down', async () => {
    await control('POST', 'faults', { match: { path: '/track/api/order' }, status: 503 })
    const element = await mount('')

    await lookUp(element, known)

    await until(() => one(element, '[role=status]')!.textContent.includes('can’t be reached'))
    expect(one(element, 'form')).to.exist
    expect(one(element, 'slot')).to.exist
  })
})

/** What the tab's history stores about the order. */
const kept = () => (history.state as { storefront?: string } | null)?.storefront

async function lookUp(element: StorefrontTracking, proof: Record<string, string>) {
  for (const [name, value] of Object.entries(proof)) {
    await until(() => one(element, `#${name}`))
    one<HTMLInputElement>(element, `#${name}`)!.value = value
  }
  one(element, '[part~=submit]')!.click()
}
