import { expect } from '@open-wc/testing'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const mira = '700100200301'
const [spend, member] = [`/v2.0/admin/members/${mira}/sbt`, `/v2.0/storefront/members/${mira}`]
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
document.title = 'Tier'
let visits = 0

/** Makes the service return this data for a path. */
const say = (path: string, data: unknown) =>
  fetch(`${services}/_control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { method: 'GET', path: path.replace('/v2.0', '*') }, body: { message: 'ok', data } }),
  })

function visit() {
  visits++
  place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${mira}&tier=${visits}"></storefront-loyalty>`
  return place.querySelector('storefront-loyalty')!
}

const all = (element: Element, name: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(`[part~=${name}]`)]
const texts = (element: Element, name: string) => all(element, name).map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim())
const isThere = (element: Element, name: string) => waitUntil(() => element.shadowRoot && texts(element, name)[0], `no ${name}`)

/** Opens the details of the spend. */
async function open(element: Element) {
  await isThere(element, 'spend')
  all(element, 'spend')[0]!.click()
  await isThere(element, 'kept')
}

describe('the tier of a member', () => {
  beforeEach(() => fetch(`${services}/_control/faults`, { method: 'DELETE' }))

  it('shows the spend of each reported period, and under the period that counts how much is missing to the next tier', async () => {
    await say(spend, { monthly: 12.5, annual: { amount: 512.3, currency: 'USD', endsAt: new Date(Date.now() + 38.5 * 864e5).toISOString() } })
    const element = visit()

    await open(element)

    const [month, year, ...others] = texts(element, 'period')
    expect(month).to.equal('This month $12.50')
    expect(year).to.match(/^This year \$512\.30 until \w+ \d+, \d+ \(in 39 days\) \$487\.70 to Platinum/)
    expect(others).to.deep.equal([])
    expect(texts(element, 'kept')).to.deep.equal(['You’ve spent enough to keep Gold'])
    await expectAccessible(element)
  })

  it('shows how much spend is missing to keep it', async () => {
    await say(spend, { annual: 120.5 })
    const element = visit()

    await open(element)

    expect(texts(element, 'kept')).to.deep.equal(['Spend $279.50 more to keep Gold'])
  })

  it('is kept if the service says so, even without any spend', async () => {
    await say(spend, undefined)
    await say(member, { customerId: mira, status: 'ACTIVE', tierId: '3a636361', credit: 1, currencyCode: 'USD', keepInSpendBasedTier: true })
    const element = visit()

    await open(element)

    expect(texts(element, 'kept')).to.deep.equal(['You keep Gold whatever you spend.'])
    expect(texts(element, 'pass')[0]).to.include('No qualifying purchases yet')
  })

  it('has no details if the service reports neither spend nor whether the tier is kept', async () => {
    await say(spend, {})
    const element = visit()

    await isThere(element, 'tier')

    expect(all(element, 'spend')).to.deep.equal([])
  })

  it('shows benefits of any type, each with its figure', async () => {
    // A tier that the proxy has not cached.
    await say(member, { customer: { customerId: mira, status: 'ACTIVE', tierId: 'dd00dd00', credit: 42.5, currencyCode: 'USD' } })
    await say('/v2.0/admin/tiers/dd00dd00/benefits', [
      { type: 'ORDER_CREDITS', name: 'Credits for orders', creditPercent: 2.5 },
      { type: 'ORDER_CREDITS', name: '5% back', creditPercent: 5 },
      { type: 'FREE_GIFT', name: 'Postcards', quantity: 3 },
      { type: 'SIGNUP_CREDITS', name: 'Welcome', creditAmount: 5 },
      { type: 'DISCOUNTS', name: 'Less to pay', discountPercent: 'a lot' },
      { type: '<b>KILN</b>', icon: 'javascript:alert(1)', percent: -1 },
    ])
    const element = visit()

    await isThere(element, 'benefit')

    // The last one is the merchant's benefit for everybody.
    const ofTier = ['Credits for orders 2.5%', '5% back', 'Postcards ×3', 'Welcome $5', 'Less to pay', '<b>KILN</b>']
    expect(texts(element, 'benefit')).to.deep.equal([...ofTier, 'Free shipping On every order over $75.'])
    expect(element.shadowRoot!.querySelectorAll('img, a')).to.have.length(0)
    // Each type has its drawing, and those that nobody knows have the same.
    const [order, more, gift, welcome, less, unknown, shipping] = all(element, 'benefits')[0]!.querySelectorAll('[part=glyph] path')
    const forms = [order, gift, welcome, less, unknown, shipping].map((path) => path!.getAttribute('d'))
    expect(new Set(forms).size).to.equal(forms.length)
    expect(more!.getAttribute('d')).to.equal(forms[0])
    await expectAccessible(element)
  })
})
