import { expect, oneEvent } from '@open-wc/testing'
import type { ApplyingEvent } from '../../src/loyalty/consulting.events.ts'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const mira = '700100200301'
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
document.title = 'Loyalty'
let visits = 0

function show(attributes: string) {
  place.innerHTML = `<storefront-loyalty ${attributes}></storefront-loyalty>`
  return place.querySelector('storefront-loyalty')!
}
const visit = (attributes = '') => show(`assertion-url="/shop/assertion?sub=${mira}&screen=${++visits}" ${attributes}`)

const all = (element: Element, name: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(`[part~=${name}]`)]
async function part(element: Element, name: string) {
  await waitUntil(() => element.shadowRoot && all(element, name)[0], `no ${name}`)
  return all(element, name)[0]!
}
const textOf = (found?: HTMLElement) => found?.innerText.replace(/\s+/g, ' ').trim() ?? ''
const redemptions = async () => ((await (await fetch(`${services}/_control/state?of=redemptions`)).json()) as { redemptions: { amount: number }[] }).redemptions

describe('the screen of the loyalty panel', () => {
  beforeEach(async () => {
    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await fetch(`${services}/_control/reset`, { method: 'POST' })
  })

  it('shows what an amount takes off the cart, and redeems it in one press', async () => {
    const element = visit('cart-amount="6200" cart-currency="USD"')
    await part(element, 'get')
    expect(all(element, 'choice').map(textOf)).to.deep.equal(['$5', '$10', '$20', 'All'])
    expect(textOf(all(element, 'sum')[0])).to.equal('Your cart $62.00 Your credits −$20.00 You pay $42.00')

    all(element, 'choice')[1]!.click()
    await waitUntil(() => textOf(all(element, 'get')[0]) === 'Redeem $10.00', 'the amount is not chosen')
    expect(all(element, 'choice').map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['false', 'true', 'false', 'false'])
    expect(textOf(all(element, 'sum')[0])).to.include('You pay $52.00')
    await expectAccessible(element)
    all(element, 'get')[0]!.click()

    await part(element, 'held-code')
    expect((await redemptions()).map(({ amount }) => amount)).to.deep.equal([10])
  })

  it('opens the page that uses a code, unless the page of the shop sees to it', async () => {
    const element = visit('apply-url="/discount/{code}?redirect=/cart"')
    await part(element, 'get')
    all(element, 'get')[0]!.click()
    const use = await part(element, 'use')
    const code = textOf(all(element, 'code')[0])
    expect(use.getAttribute('href')).to.equal(`/discount/${encodeURIComponent(code)}?redirect=/cart`)

    place.addEventListener('storefront-applying', (event) => event.waitUntil(Promise.resolve()), { once: true })
    const applying = oneEvent<ApplyingEvent>(place, 'storefront-applying')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
    use.dispatchEvent(click)

    expect((await applying).code).to.equal(code)
    expect(click.defaultPrevented).to.equal(true)
  })

  it('filters the history', async () => {
    const element = visit()
    await part(element, 'filter')
    const [, earned, redeemed] = all(element, 'filter')

    redeemed!.click()
    await waitUntil(() => !all(element, 'given').length, 'credits that were earned are still there')
    expect(all(element, 'taken').length).to.be.above(0)
    earned!.click()
    await waitUntil(() => !all(element, 'taken').length && all(element, 'given').length, 'does not show what was earned')
  })

  it('names what the next tier gives', async () => {
    const element = visit()

    expect(textOf(await part(element, 'next-tier'))).to.include('Next at Platinum 8% back in credits')
  })

  it('keeps the place of a part that was late and is empty', async () => {
    const send = window.fetch
    let isLate = true
    window.fetch = async (...request) => {
      const answer = await send(...request)
      if (!/\/v1\/(session|me)(\?|$)/.test(String(request[0]))) return answer
      const json = (await answer.json()) as { membership?: object }
      const change = { campaigns: [], unavailable: isLate ? ['campaigns'] : [] }
      return Response.json(json.membership ? { ...json, membership: { ...json.membership, ...change } } : { ...json, ...change })
    }
    try {
      const element = visit()
      await waitUntil(() => textOf(all(element, 'campaigns')[0]).includes('We cannot show this right now'), 'is not late')
      const { height } = all(element, 'campaigns')[0]!.getBoundingClientRect()
      isLate = false
      await element.refresh()

      await waitUntil(() => textOf(all(element, 'campaigns')[0]).includes('There is nothing here right now'), 'its place is gone')
      expect(all(element, 'campaigns')[0]!.getBoundingClientRect().height).to.equal(height)
    } finally {
      window.fetch = send
    }
  })

  it('shows which tiers are reached on a dark section without a colour scheme', async () => {
    place.style.cssText = 'background: #111; color: #eee; color-scheme: light'
    try {
      const element = visit()
      await part(element, 'rung')
      const rings = all(element, 'rung').map((rung) => getComputedStyle(rung, '::before'))

      // The ground shows through a ring; a reached one is filled by its edge.
      expect(rings.map(({ backgroundColor }) => backgroundColor)).to.deep.equal(Array(4).fill('rgba(0, 0, 0, 0)'))
      expect(rings.map(({ borderTopWidth }) => parseFloat(borderTopWidth) > 4)).to.deep.equal([true, true, true, false])
    } finally {
      place.removeAttribute('style')
    }
  })

  describe('for a guest', () => {
    const guest = async () => {
      const element = show(`sign-in-url="/in" join-url="/join" cancel-url="/cancel"`)
      await part(element, 'table')
      return element
    }

    it('sells the programme: its best benefit, ways to earn, and all tiers side by side', async () => {
      const element = await guest()

      expect(textOf(all(element, 'greeting')[0])).to.equal('Get up to 8% back on every order')
      expect(textOf(all(element, 'facts')[0])).to.equal('8% back in credits $5 when you join $20 on your birthday')
      expect(textOf(all(element, 'ways')[0])).to.include('Double credits weekend')
      expect(textOf(all(element, 'table')[0])).to.include('Credits back 2% 3% 5% 8%')
      await expectAccessible(element)
    })

    it('has one main button, and the way out at its end, as a link', async () => {
      const element = await guest()

      expect(all(element, 'primary').map(textOf)).to.deep.equal(['Become a member'])
      const leave = all(element, 'cancel-link')[0]!
      expect(getComputedStyle(leave).borderTopWidth).to.equal('0px')
      expect(leave.getBoundingClientRect().top).to.be.above(all(element, 'table')[0]!.getBoundingClientRect().bottom)
    })

    it('ends where its content ends', async () => {
      const element = await guest()

      const [end, last] = [element, all(element, 'cancel-link')[0]!].map((box) => box.getBoundingClientRect().bottom)
      expect(end! - last!).to.be.below(24)
    })
  })
})
