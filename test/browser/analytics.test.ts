import { expect } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import '../../src/loyalty/define.ts'
import '../../src/protection/define.ts'
import '../../src/tracking/define.ts'
import type { StorefrontAnalyticsEvent } from '../../src/page/analytics.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { press } from './press.ts'
import { control, offered } from './toggle.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
for (const element of [StorefrontLoyalty, StorefrontProtection, StorefrontTracking]) element.proxy = proxy

const mira = '700100200301'
const place = document.body.appendChild(document.createElement('main'))
const heard: StorefrontAnalyticsEvent[] = []
const names = () => heard.map(({ name }) => name)
const part = (element: Element, name: string) => element.shadowRoot?.querySelector<HTMLElement>(`[part~=${name}]`)

function show<Found extends Element>(markup: string): Found {
  place.innerHTML = markup
  return place.firstElementChild as Found
}

/** Another amount is another offer, so that each test has one that was never shown. */
let amount = 4_000
const showOffer = (attributes: string) =>
  show<StorefrontProtection>(`<storefront-protection cart="events" amount="${(amount += 100)}" currency="USD" lines="0" ${attributes}></storefront-protection>`)

describe('events for analytics', () => {
  before(() => addEventListener('storefront-analytics', (event) => heard.push(event as StorefrontAnalyticsEvent)))
  beforeEach(async () => {
    place.innerHTML = ''
    heard.length = 0
    await fetch(`${services}/_control/reset`, { method: 'POST' })
  })

  it('are not fired by elements without the attribute', async () => {
    const offer = showOffer('')
    await waitUntil(() => offered(offer) && !control(offer).disabled)
    await press(control(offer))
    await waitUntil(() => offer.checked)
    await press(control(offer))
    await waitUntil(() => !offer.checked)
    const tracking = show<StorefrontTracking>('<storefront-tracking order-number="K-1001" email="mira@example.com"></storefront-tracking>')
    await waitUntil(() => tracking.tracked)

    expect(names()).to.deep.equal([])
  })

  it('say that protection was shown, once, and when it was chosen and taken off', async () => {
    const offer = showOffer('analytics')
    // The code for analytics may come later than the price.
    await waitUntil(() => names().includes('protection_shown') && !control(offer).disabled)
    await press(control(offer))
    await waitUntil(() => offer.checked)
    await press(control(offer))
    await waitUntil(() => !offer.checked)

    expect(names()).to.deep.equal(['protection_shown', 'protection_chosen', 'protection_removed'])
  })

  it('say that an order was opened, once for the page', async () => {
    const markup = '<storefront-tracking analytics order-number="K-1002" email="mira@example.com"></storefront-tracking>'
    const first = show<StorefrontTracking>(markup)
    await waitUntil(() => first.tracked)
    await first.refresh()
    const again = show<StorefrontTracking>(markup)
    await waitUntil(() => again.tracked)

    expect(names()).to.deep.equal(['tracking_opened'])
  })

  it('say that credits became a code', async () => {
    const panel = show<StorefrontLoyalty>(`<storefront-loyalty analytics assertion-url="/shop/assertion?sub=${mira}&analytics=1"></storefront-loyalty>`)
    await waitUntil(() => part(panel, 'other'), 'nothing to redeem')
    part(panel, 'other')!.click()
    await waitUntil(() => panel.shadowRoot!.activeElement?.id === 'amount')
    await sendKeys({ type: '12.50' })
    await sendKeys({ press: 'Enter' })
    await waitUntil(() => part(panel, 'get'), 'nothing to confirm')
    part(panel, 'get')!.click()
    await waitUntil(() => names().includes('credits_redeemed'))

    expect(names()).to.deep.equal(['credits_redeemed'])
  })

  it('hold the name and the kind of page, and nothing about the shopper', async () => {
    const tracking = show<StorefrontTracking>('<storefront-tracking analytics order-number="K-1001" email="mira@example.com"></storefront-tracking>')
    await waitUntil(() => tracking.tracked)

    expect(heard).to.have.length(1)
    expect({ ...heard[0] }).to.deep.equal({ isTrusted: false, name: 'tracking_opened', surface: 'page' })
  })
})
