import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const mira = '700100200301'
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
/** Longer than what an input brings may take to move something. */
const late = 700
let visits = 0

const part = (element: Element, name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part~=${name}]`)

/** A visit of its own, and how far down those stand that are below the panel, and below the credits in it. */
async function visit() {
  visits++
  place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${mira}&late=${visits}"></storefront-loyalty><footer>Below</footer>`
  const element = place.querySelector('storefront-loyalty')!
  const topOf = (box: Element | null | undefined) => (box ? box.getBoundingClientRect().top + scrollY : undefined)
  const tops = () => [topOf(place.querySelector('footer')), topOf(part(element, 'tier'))]
  await waitUntil(() => part(element, 'balance'), 'no panel')
  return { element, tops }
}

async function press(element: Element, name: string) {
  await waitUntil(() => part(element, name), `no ${name}`)
  part(element, name)!.click()
}

/** Waits until what was pressed is shown to be on its way, and resolves to where things stand then. */
async function sent({ element, tops }: Awaited<ReturnType<typeof visit>>) {
  await waitUntil(() => element.shadowRoot!.querySelector('.room[aria-hidden]'), 'nothing is on its way')
  return tops()
}

const slowly = (method: string, path: string, more: object = {}) =>
  fetch(`${services}/_control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { method, path: `/loyalty/v2.0/${path}` }, delay_ms: late, ...more }),
  })

describe('what stands below the panel stays where it is when an answer comes late', () => {
  before(() => setViewport({ width: 320, height: 800 }))
  after(() => setViewport({ width: 800, height: 600 }))
  beforeEach(async () => {
    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await fetch(`${services}/_control/reset`, { method: 'POST' })
  })

  async function redeem(element: Element) {
    await press(element, 'redeem')
    await press(element, 'all')
    await press(element, 'next')
    await press(element, 'get')
  }

  it('to a redemption, which is sent, and then a code', async () => {
    await slowly('POST', `storefront/members/${mira}/credits/redemption`)
    const visited = await visit()
    const { element, tops } = visited
    await redeem(element)
    const before = await sent(visited)

    await waitUntil(() => part(element, 'pending'), 'is not sent')
    expect(tops()).to.deep.equal(before)
    await waitUntil(() => part(element, 'held-code'), 'no code')
    expect(tops()).to.deep.equal(before)
  })

  it('to a redemption, which is refused', async () => {
    await slowly('POST', `storefront/members/${mira}/credits/redemption`, { status: 422, body: { message: 'Not today.' } })
    const visited = await visit()
    const { element, tops } = visited
    await redeem(element)
    const before = await sent(visited)

    await waitUntil(() => part(element, 'fault')?.textContent, 'is not refused')

    expect(tops()).to.deep.equal(before)
  })

  it('to a cancellation, and when it takes effect', async () => {
    await slowly('POST', `storefront/members/${mira}/cancellation`)
    const visited = await visit()
    const { element, tops } = visited
    await press(element, 'leave')
    await press(element, 'cancel-now')
    const before = await sent(visited)

    await waitUntil(() => part(element, 'sent'), 'is not sent')
    expect(tops()).to.deep.equal(before)
    await waitUntil(() => part(element, 'status'), 'does not take effect')
    expect(tops()).to.deep.equal(before)
  })
})
