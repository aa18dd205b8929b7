import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const [mira, jonas, noor] = ['700100200301', '700100200302', '700100200304']
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
/** Milliseconds; longer than the time after an input in which a change may move something. */
const late = 700
let visits = 0

const part = (element: Element, name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part~=${name}]`)

/** Starts a new visit; `tops` returns the positions of the footer below the panel and of the tier below the credits. */
async function visit(customer = mira) {
  visits++
  scrollTo(0, 0)
  place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${customer}&late=${visits}"></storefront-loyalty><footer>Below</footer>`
  const element = place.querySelector('storefront-loyalty')!
  const topOf = (box: Element | null | undefined) => (box ? box.getBoundingClientRect().top + scrollY : undefined)
  const tops = () => [topOf(place.querySelector('footer')), topOf(part(element, 'tier'))]
  await waitUntil(() => part(element, 'panel') && part(element, customer === jonas ? 'join' : 'history'), 'no panel')
  return { element, tops }
}

async function press(element: Element, name: string) {
  await waitUntil(() => part(element, name), `no ${name}`)
  part(element, name)!.click()
}

/** Waits until the pressed action is shown as in progress; resolves to the positions at that time. */
async function sent({ element, tops }: Awaited<ReturnType<typeof visit>>) {
  await waitUntil(() => element.shadowRoot!.querySelector('.room[aria-hidden]'), 'nothing is in progress')
  return tops()
}

const entriesOf = (element: Element) => element.shadowRoot!.querySelectorAll('[part=entry]').length
const isBusy = (element: Element, name: string) => part(element, name)?.ariaDisabled === 'true'
const newsOf = (element: Element) => element.shadowRoot!.querySelector('[role=status]')!.textContent

const slowly = (method: string, path: string, more: object = {}) =>
  fetch(`${services}/_control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { method, path: `/loyalty/v2.0/${path}` }, delay_ms: late, ...more }),
  })

describe('content below the panel does not move when an answer comes late', () => {
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

  it('to a redemption that is sent and then has a code', async () => {
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

  it('to a redemption that is refused', async () => {
    await slowly('POST', `storefront/members/${mira}/credits/redemption`, { status: 422, body: { message: 'Not today.' } })
    const visited = await visit()
    const { element, tops } = visited
    await redeem(element)
    const before = await sent(visited)

    await waitUntil(() => part(element, 'fault')?.textContent, 'is not refused')

    expect(tops()).to.deep.equal(before)
  })

  it('to a cancellation, nor when the cancellation takes effect', async () => {
    await slowly('POST', `storefront/members/${mira}/cancellation`)
    const visited = await visit()
    const { element, tops } = visited
    await press(element, 'leave')
    await press(element, 'cancel-now')
    const before = await sent(visited)

    await waitUntil(() => part(element, 'sent'), 'is not sent')
    expect(tops()).to.deep.equal(before)
    // Checks every state in between, however short.
    const noticeTops = new Set<number>()
    const note = () => noticeTops.add(part(element, 'sent')!.getBoundingClientRect().top + scrollY)
    note()
    const changes = new MutationObserver(note)
    changes.observe(element.shadowRoot!, { subtree: true, childList: true })
    await waitUntil(() => part(element, 'status'), 'does not take effect')
    changes.disconnect()
    expect(tops()).to.deep.equal(before)
    expect([...noticeTops]).to.have.length(1)
  })

  it('soon after the end of a press, but long after its start', async () => {
    await slowly('POST', `storefront/members/${mira}/cancellation`, { delay_ms: 300 })
    const visited = await visit()
    const { element, tops } = visited
    await press(element, 'leave')
    await waitUntil(() => part(element, 'cancel-now'), 'no question')
    part(element, 'cancel-now')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
    const pressedAt = performance.now()
    await waitUntil(() => performance.now() - pressedAt > 250, 'no time passes')

    await press(element, 'cancel-now')

    const before = await sent(visited)
    await waitUntil(() => part(element, 'status'), 'does not take effect')
    expect(tops()).to.deep.equal(before)
  })

  it('or when an answer comes in time to move something but is drawn too late for it', async () => {
    await slowly('POST', `storefront/members/${mira}/cancellation`, { delay_ms: 0, hold: true })
    const visited = await visit()
    const { element, tops } = visited
    await press(element, 'leave')
    const { requestAnimationFrame } = window
    const frames: FrameRequestCallback[] = []
    try {
      await press(element, 'cancel-now')
      const pressedAt = performance.now()
      const before = await sent(visited)
      window.requestAnimationFrame = (act) => frames.push(act)
      await fetch(`${services}/_control/faults`, { method: 'DELETE' })
      await waitUntil(() => part(element, 'status'), 'does not take effect')
      await waitUntil(() => performance.now() - pressedAt > late, 'no time passes')

      for (const act of frames) act(performance.now())

      expect(tops()).to.deep.equal(before)
    } finally {
      Object.assign(window, { requestAnimationFrame })
    }
  })

  it('to a request for more entries, which scroll in the same space until the shopper presses something', async () => {
    const { element, tops } = await visit(noor)
    await slowly('GET', `storefront/members/${noor}/credits`)
    part(element, 'more')!.scrollIntoView({ block: 'center' })
    const known = entriesOf(element)
    await press(element, 'more')
    await waitUntil(() => isBusy(element, 'more'), 'is not requested')
    expect(newsOf(element)).to.equal('Loading…')
    const before = tops()

    await waitUntil(() => entriesOf(element) > known, 'no more entries')
    expect(tops()).to.deep.equal(before)
    const list = part(element, 'entries')!
    expect([list.tabIndex, list.ariaLabel]).to.deep.equal([0, 'Credit history'])
    const [room, first] = [list, list.children[known]!].map((box) => box.getBoundingClientRect())
    expect(first!.bottom, 'the first new entry is visible').to.be.within(Math.max(room!.top, 0), Math.min(room!.bottom, innerHeight))
    await expectAccessible(element)

    const { top } = first!
    await press(element, 'history')
    expect(list.scrollHeight, 'all entries fit').to.equal(list.clientHeight)
    expect(list.children[known]!.getBoundingClientRect().top, 'the first new entry has not moved').to.be.closeTo(top, 1)
  })

  it('to a request for more entries that fails', async () => {
    const { element, tops } = await visit(noor)
    await slowly('GET', `storefront/members/${noor}/credits`, { status: 503 })
    part(element, 'more')!.scrollIntoView({ block: 'center' })
    await press(element, 'more')
    await waitUntil(() => isBusy(element, 'more'), 'is not requested')
    const before = tops()

    await waitUntil(() => !isBusy(element, 'more'), 'is never answered')
    expect(tops()).to.deep.equal(before)
    expect(element.shadowRoot!.querySelector<HTMLElement>('[part=fault]:not(:empty)')!.innerText).to.equal('We cannot show this right now.')
    expect(newsOf(element)).to.equal('We cannot show this right now.')
  })

  it('to a request to join', async () => {
    await slowly('POST', 'admin/members')
    const { element, tops } = await visit(jonas)
    await press(element, 'join')
    await waitUntil(() => isBusy(element, 'join'), 'is not sent')
    const [before] = tops()

    await waitUntil(() => part(element, 'balance'), 'has not joined')
    expect(tops()[0]).to.equal(before)
  })

  it('to a later request for entries that were missing at first', async () => {
    await slowly('GET', `storefront/members/${mira}/credits`, { delay_ms: 0, status: 503 })
    const { element, tops } = await visit()
    await waitUntil(() => part(element, 'late'), 'nothing is missing')
    part(element, 'history')!.scrollIntoView({ block: 'center' })
    const before = tops()

    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await waitUntil(() => entriesOf(element), 'no entries')
    expect(tops()).to.deep.equal(before)
    expect(part(element, 'history')!.scrollHeight, 'the history is longer than its space').to.be.above(part(element, 'history')!.clientHeight)
    await expectAccessible(element)
  })
})
