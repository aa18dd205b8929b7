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
/** Milliseconds; longer than the time after an input in which browsers allow a shift. */
const late = 700
let visits = 0

const part = (element: Element, name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part~=${name}]`)

/** Starts a new visit; `tops` returns the positions of the footer below the panel and of the tiers below the credits, as far as they are in the window. */
async function visit(customer = mira) {
  visits++
  scrollTo(0, 0)
  place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${customer}&late=${visits}"></storefront-loyalty><footer>Below</footer>`
  const element = place.querySelector('storefront-loyalty')!
  const topOf = (box: Element | null | undefined) => {
    const top = box?.getBoundingClientRect().top ?? Infinity
    return top < innerHeight ? top + scrollY : undefined
  }
  const tops = () => [topOf(place.querySelector('footer')), topOf(part(element, 'ladder'))]
  await waitUntil(() => part(element, 'panel') && part(element, customer === jonas ? 'join' : 'history'), 'no panel')
  return { element, tops }
}

async function press(element: Element, name: string) {
  await waitUntil(() => part(element, name), `no ${name}`)
  part(element, name)!.click()
}

/** Waits until the pressed action is shown as in progress; resolves to the positions at that time. */
async function sent({ element, tops }: Awaited<ReturnType<typeof visit>>, name: string) {
  await waitUntil(() => isBusy(element, name), 'nothing is in progress')
  return tops()
}

const entriesOf = (element: Element) => [...element.shadowRoot!.querySelectorAll('[part=entry]')]
const isIn = (list: Element, entry: Element) => {
  const [outer, inner] = [list, entry].map((box) => box.getBoundingClientRect())
  return inner!.top >= outer!.top - 1 && inner!.bottom <= outer!.bottom + 1
}
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
    await press(element, 'other')
    await press(element, 'all')
    await press(element, 'next')
    await press(element, 'get')
  }

  for (const delay of [0, late])
    it(`to a redemption that is sent, answered after ${delay} ms, and then has a code`, async () => {
      await slowly('POST', `storefront/members/${mira}/credits/redemption`, { delay_ms: delay })
      const visited = await visit()
      const { element, tops } = visited
      await redeem(element)
      const before = await sent(visited, 'get')

      await waitUntil(() => part(element, 'pending') ?? part(element, 'held-code'), 'is not sent')
      expect(tops()).to.deep.equal(before)
      await waitUntil(() => part(element, 'held-code'), 'no code')
      expect(tops()).to.deep.equal(before)
      expect(before[1], 'the tiers are in the window').not.to.equal(undefined)
    })

  it('to a redemption that is refused', async () => {
    await slowly('POST', `storefront/members/${mira}/credits/redemption`, { status: 422, body: { message: 'Not today.' } })
    const visited = await visit()
    const { element, tops } = visited
    await redeem(element)
    const before = await sent(visited, 'get')

    await waitUntil(() => part(element, 'fault')?.textContent, 'is not refused')

    expect(tops()).to.deep.equal(before)
  })

  it('to a cancellation, nor when the cancellation takes effect', async () => {
    await slowly('POST', `storefront/members/${mira}/cancellation`)
    const visited = await visit()
    const { element, tops } = visited
    // A busy machine may answer with the history later than with the rest.
    await waitUntil(() => entriesOf(element).length > 0, 'no history')
    await press(element, 'leave')
    await press(element, 'cancel-now')
    await waitUntil(() => isBusy(element, 'cancel-now'), 'nothing is in progress')
    place.querySelector('footer')!.scrollIntoView()
    const before = tops()

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

  it('to a request for more entries, which scroll in the same space', async () => {
    const { element, tops } = await visit(noor)
    await slowly('GET', `storefront/members/${noor}/credits`)
    part(element, 'more')!.scrollIntoView({ block: 'center' })
    const known = entriesOf(element).length
    await press(element, 'more')
    await waitUntil(() => isBusy(element, 'more'), 'is not requested')
    expect(newsOf(element)).to.equal('Loading…')
    place.querySelector('footer')!.scrollIntoView({ block: 'end' })
    const before = tops()
    const list = part(element, 'entries')!
    const last = entriesOf(element)[known - 1]!.getBoundingClientRect()
    expect(last.bottom, 'the last known entry is visible').to.be.at.most(list.getBoundingClientRect().bottom + 1)

    await waitUntil(() => entriesOf(element).length > known, 'no more entries')
    await waitUntil(() => isIn(list, entriesOf(element)[known]!), 'the first new entry is not visible')
    expect(tops()).to.deep.equal(before)
    list.focus()
    expect(element.shadowRoot!.activeElement, 'keys scroll it').to.equal(list)
    await expectAccessible(element)
  })

  it('to a request for more entries that fails', async () => {
    const { element, tops } = await visit(noor)
    await slowly('GET', `storefront/members/${noor}/credits`, { status: 503 })
    await press(element, 'more')
    await waitUntil(() => isBusy(element, 'more'), 'is not requested')
    place.querySelector('footer')!.scrollIntoView({ block: 'end' })
    const before = tops()

    await waitUntil(() => !isBusy(element, 'more'), 'is never answered')
    expect(tops()).to.deep.equal(before)
    expect(element.shadowRoot!.querySelector<HTMLElement>('[part=fault]:not(:empty)')!.innerText).to.equal('We can’t show this right now.')
    expect(newsOf(element)).to.equal('We can’t show this right now.')
  })

  it('to a request to join', async () => {
    await slowly('POST', 'admin/members')
    const { element, tops } = await visit(jonas)
    await press(element, 'join')
    await waitUntil(() => isBusy(element, 'join'), 'is not sent')
    const [footer] = tops()

    await waitUntil(() => part(element, 'balance'), 'has not joined')
    expect(tops()[0]).to.equal(footer)
  })

  it('to a later request for entries that were missing at first', async () => {
    await slowly('GET', `storefront/members/${mira}/credits`, { delay_ms: 0, status: 503 })
    const { element, tops } = await visit()
    await waitUntil(() => part(element, 'late'), 'nothing is missing')
    const before = tops()
    const top = part(element, 'history')!.offsetTop

    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await waitUntil(() => entriesOf(element).length, 'no entries')
    expect(tops()).to.deep.equal(before)
    expect(part(element, 'history')!.offsetTop).to.equal(top)
    await expectAccessible(element)
  })
})
