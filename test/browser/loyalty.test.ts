import { expect, oneEvent } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import type { RedeemedEvent } from '../../src/loyalty/events/member-actions.events.ts'
import type { LoyaltyUnavailableEvent, MemberEvent } from '../../src/loyalty/events/loyalty.events.ts'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { waitUntil } from './wait-until.ts'
import { expectAccessible } from './accessible.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const [mira, jonas, aiko] = ['700100200301', '700100200302', '700100200303']
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
document.title = 'Account'
let visits = 0

/** Starts a new visit: the page knows nothing of an earlier one. */
function visit(customer: string, attributes = '') {
  visits++
  return show(`assertion-url="/shop/assertion?sub=${customer}&visit=${visits}" ${attributes}`)
}

function show(attributes: string) {
  place.innerHTML = `<storefront-loyalty ${attributes}>Our members collect credits.</storefront-loyalty>`
  return place.querySelector('storefront-loyalty')!
}

const all = (element: Element, selector: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(selector)]
const part = (element: Element, name: string) => all(element, `[part~=${name}]`)[0]
const text = (element: Element, name = 'frame') => part(element, name)?.innerText.replace(/\s+/g, ' ') ?? ''
/** Waits until some part of that name has that text in it. */
const shows = (element: Element, name: string, expected = '') =>
  waitUntil(
    () => all(element, `[part~=${name}]`).some((found) => found.innerText.replace(/\s+/g, ' ').includes(expected)),
    `${name} does not show: ${expected}`,
  )
/** Whether an element is only read out. */
const isClipped = (element: Element | null): boolean => !!element && (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement))
/** The texts that a box of the element lies over. */
function textsBelow(element: Element, box: Element) {
  const above = box.getBoundingClientRect()
  const walker = document.createTreeWalker(element.shadowRoot!, NodeFilter.SHOW_TEXT)
  const covered: string[] = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!textContent!.trim() || box.contains(parentElement) || !parentElement!.checkVisibility({ visibilityProperty: true }) || isClipped(parentElement))
      continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    if (left < above.right && right > above.left && top < above.bottom && bottom > above.top) covered.push(textContent!.trim())
  }
  return covered
}
/** Has the element request the membership while the shopper has no network, until it says that it shows old content. */
async function refreshWithoutNetwork(element: StorefrontLoyalty) {
  const send = window.fetch
  window.fetch = () => Promise.reject(new TypeError('no network'))
  try {
    await element.refresh()
    await shows(element, 'stale', 'out of date')
  } finally {
    window.fetch = send
  }
}

const showsSlot = (element: Element) => !!all(element, 'slot')[0]?.parentElement!.checkVisibility()
const settlesOnSlot = (element: Element) => waitUntil(() => showsSlot(element) && !all(element, '[aria-busy=true]').length, 'not on the slot')

async function press(element: Element, name: string) {
  await waitUntil(() => part(element, name), `no ${name}`)
  part(element, name)!.click()
}

async function wish(element: Element, amount: string) {
  await press(element, 'other')
  await waitUntil(() => element.shadowRoot!.activeElement?.id === 'amount', 'the amount is not focused')
  await sendKeys({ type: amount })
  await sendKeys({ press: 'Enter' })
}

const state = async <Found>(of: string) => ((await (await fetch(`${services}/_control/state?of=${of}`)).json()) as Record<string, Found[]>)[of]!
const fault = (path: string, what: object, method?: string) =>
  fetch(`${services}/_control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { path, method }, ...what }),
  })
/** Until `mend`, the service reports a member as in a tier that the proxy has not cached. */
const moveToNewTier = (customerId: string, tierId: string) =>
  fault(`*/storefront/members/${customerId}`, { body: { data: { customer: { customerId, status: 'ACTIVE', tierId, credit: 42.5, currencyCode: 'USD' } } } })
const mend = () => fetch(`${services}/_control/faults`, { method: 'DELETE' })

describe('storefront-loyalty', () => {
  beforeEach(async () => {
    await mend()
    await fetch(`${services}/_control/reset`, { method: 'POST' })
  })

  it('shows a member their tier, credits, latest entries and benefits', async () => {
    const element = visit(mira)

    const { member } = await oneEvent<MemberEvent>(element, 'storefront-member')
    await shows(element, 'balance')
    await shows(element, 'history')

    expect(member.first_name).to.equal('Mira')
    expect(text(element, 'greeting')).to.equal('Hi, Mira')
    expect(text(element, 'balance')).to.equal('$42.50')
    expect(text(element, 'tier-name')).to.equal('Gold')
    expect(text(element, 'pass')).to.include('$487.70 to Platinum')
    expect(all(element, '[aria-current=true]').map((rung) => rung.innerText)).to.have.length(1)
    expect(text(element, 'benefits')).to.include('Free shipping')
    expect(all(element, '[part=entry]')).to.have.length(10)
    expect(text(element, 'entry')).to.include('Adjusted by us')
    await expectAccessible(element)
  })

  it('sends one request for the whole screen, however many elements show it', async () => {
    performance.clearResourceTimings()
    place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${mira}&visit=twice"></storefront-loyalty>`.repeat(2)
    const elements = [...place.querySelectorAll('storefront-loyalty')]

    await Promise.all(elements.map((element) => shows(element, 'balance', '$42.50')))

    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(`${proxy}/v1/`))
    expect(asked.map(({ name }) => name)).to.deep.equal([`${proxy}/v1/session`])
  })

  it('keeps its content without a request when the theme renders its surroundings again', async () => {
    const before = visit(mira)
    await shows(before, 'balance', '$42.50')
    performance.clearResourceTimings()

    const after = show(`assertion-url="/shop/assertion?sub=${mira}&visit=${visits}"`)

    await shows(after, 'balance', '$42.50')
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(proxy))).to.deep.equal([])
  })

  it('requests a new signature from the shop if another tab has used the one of the same second', async () => {
    const real = window.fetch
    let asked = 0
    const shop = async () => {
      if ((asked += 1) === 1) return Response.json({ status: 401, code: 'assertion-refused' }, { status: 401 })
      const { assertion } = (await (await real(`/shop/assertion?sub=${mira}`)).json()) as { assertion: string }
      return real(`${proxy}/v1/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Storefront-Client': '1' },
        body: JSON.stringify({ assertion }),
      })
    }
    window.fetch = (...given) => (given[0] === '/apps/storefront/v1/session/shopify' ? shop() : real(...given))

    const element = show('session-url="/apps/storefront/v1/session/shopify"')

    await shows(element, 'greeting', 'Hi, Mira').finally(() => (window.fetch = real))
    expect(asked).to.equal(2)
  })

  it('removes the assertion from the markup after reading it', async () => {
    const { assertion } = (await (await fetch(`/shop/assertion?sub=${mira}`)).json()) as { assertion: string }

    const element = show(`proxy="${proxy}/" assertion="${assertion}"`)

    await shows(element, 'greeting', 'Hi, Mira')
    expect(element.hasAttribute('assertion')).to.equal(false)
  })

  it('shows the rest of the credit history, page by page', async () => {
    const element = visit(mira)

    await press(element, 'more')

    await waitUntil(() => all(element, '[part=entry]').length > 10, 'no more entries come')
    expect(part(element, 'more')).to.equal(undefined)
    expect(new Set(all(element, '[part=entry]').map((entry) => entry.innerText)).size).to.equal(all(element, '[part=entry]').length)
  })

  describe('for a shopper who is not signed in', () => {
    // Another spelling of the address counts as another account, for which the page knows no member.
    const elsewhere = () => `proxy="${proxy}//"`

    it('says why to join, and where', async () => {
      const element = show(`${elsewhere()} sign-in-url="/in" join-url="/join"`)

      await shows(element, 'sign-in', 'Sign in')
      expect(part(element, 'sign-in')!.getAttribute('href')).to.equal('/in')
      expect(part(element, 'join-link')!.getAttribute('href')).to.equal('/join')
      await expectAccessible(element)
    })

    it('shows the shop’s own words if it has neither link', async () => {
      const element = show(elsewhere())

      await settlesOnSlot(element)
    })

    it('treats the shopper as a guest if the shop names nobody', async () => {
      const element = show(`${elsewhere()} assertion-url="/stack.json" sign-in-url="/in"`)

      await shows(element, 'sign-in', 'Sign in')
    })
  })

  describe('for a shopper who has not joined', () => {
    it('says what joining means, and makes them a member', async () => {
      const element = visit(jonas)
      await shows(element, 'consent', 'By joining, you agree')
      await expectAccessible(element)

      const joined = oneEvent(element, 'storefront-joined')
      await press(element, 'join')
      await joined

      await shows(element, 'tier-name', 'Member')
      await waitUntil(() => element.shadowRoot!.activeElement === part(element, 'greeting'), 'the heading is not focused')
      expect((await state<{ customerId: string }>('members')).filter(({ customerId }) => customerId === jonas)).to.have.length(1)
    })

    it('creates nothing if they have joined elsewhere meanwhile', async () => {
      const element = visit(jonas)
      await shows(element, 'consent')
      const joined = await (await elsewhere(jonas)).join()
      const before = await state<{ customerId: string; joinedAt: string }>('members')

      await press(element, 'join')

      await shows(element, 'tier-name', 'Member')
      expect(joined.membership.member).not.to.equal(null)
      expect((await state('members')).length).to.equal(before.length)
    })
  })

  describe('turning credits into a code', () => {
    it('explains the redemption, sends it once on a double click, shows it as pending and then shows the code', async () => {
      const element = visit(mira)
      await wish(element, '12.50')
      await shows(element, 'confirm', 'You’ll get a code for $12.50')
      await expectAccessible(element)

      const redeemed = oneEvent<RedeemedEvent>(element, 'storefront-redeemed')
      const button = part(element, 'get')!
      button.click()
      button.click()

      await shows(element, 'pending', 'It can take a few minutes')
      expect(text(element, 'balance')).to.equal('$30.00')
      expect(text(element, 'held')).to.include('$12.50')
      await expectAccessible(element)
      const { redemption } = await redeemed
      await shows(element, 'code', redemption.code)
      expect(text(element, 'balance')).to.equal('$30.00')
      expect(part(element, 'pending')).to.equal(undefined)
      expect(await state('redemptions')).to.have.length(1)
      await expectAccessible(element)
    })

    it('still shows a pending redemption after a reload', async () => {
      await fault(`/loyalty/v2.0/storefront/members/${mira}/credits/redemption`, { delay_ms: 0 })
      const before = visit(mira)
      await wish(before, '5')
      await waitUntil(() => part(before, 'get'))
      // The ledger cannot be read, so the outcome is unknown.
      part(before, 'get')!.click()
      await shows(before, 'pending')
      await fault(`/loyalty/v2.0/storefront/members/${mira}/credits`, { status: 500 })

      const after = visit(mira)

      await shows(after, 'pending', '$5.00')
      await mend()
      await shows(after, 'code', 'REDEEM+')
      expect(text(after, 'balance')).to.equal('$37.50')
    })

    it('still shows a pending redemption while the proxy cannot read redemptions', async () => {
      // A part is missing, so the panel requests again as soon as its page has the focus.
      await fault(`/loyalty/v2.0/admin/members/${mira}/sbt`, { status: 500 })
      await fault(`/loyalty/v2.0/storefront/members/${mira}/credits/redemption`, { drop: 'before', times: 1 }, 'POST')
      const element = visit(mira)
      await wish(element, '5')
      await press(element, 'get')
      await shows(element, 'pending', '$5.00')
      const answers = () => performance.getEntriesByType('resource').filter(({ name }) => name === `${proxy}/v1/me`).length
      const before = answers()
      await fetch('/stack/redemptions?are=away')
      try {
        await waitUntil(
          () => {
            dispatchEvent(new Event('focus'))
            return answers() > before
          },
          'it does not ask again',
          { timeout: 10_000 },
        )
        await element.updateComplete
        await new Promise((resolve) => requestAnimationFrame(resolve))

        expect(text(element, 'pending')).to.include('$5.00')
      } finally {
        await fetch('/stack/redemptions?are=back')
      }
    })

    it('says that a code the member already has will change', async () => {
      const element = visit(mira)
      await wish(element, '2')
      await press(element, 'get')
      await shows(element, 'code', 'REDEEM+')
      const held = text(element, 'code')

      await wish(element, '3')

      await shows(element, 'confirm', `Your code will change: ${held} stops working, and you get one code for $5.00.`)
    })

    it('sends nothing above the balance, and nothing that is not an amount', async () => {
      const element = visit(mira)
      await wish(element, '42.51')
      await shows(element, 'fault', 'You can redeem up to $42.50')
      expect(element.shadowRoot!.activeElement?.id).to.equal('amount')

      const input = part(element, 'input') as HTMLInputElement
      for (const wrong of ['', 'ten', '1e1']) {
        input.value = wrong
        input.dispatchEvent(new InputEvent('input'))
        await press(element, 'next')
        await shows(element, 'fault', 'Enter an amount such as 42.50')
      }
      await press(element, 'all')
      await press(element, 'next')
      await shows(element, 'confirm', '$42.50')
      expect(await state('redemptions')).to.have.length(0)
    })

    it('reads the redemption back if the answer is lost, and sends nothing twice', async () => {
      const element = visit(mira)
      await wish(element, '4')
      await shows(element, 'confirm')
      const keys: string[] = []
      const send = window.fetch
      window.fetch = async (...request: Parameters<typeof fetch>) => {
        const key = new Headers(request[1]?.headers).get('Idempotency-Key')
        if (key) keys.push(key)
        const answer = await send(...request)
        if (key && keys.length === 1) throw new TypeError('the connection broke')
        return answer
      }
      try {
        await press(element, 'get')
        // The redemption is pending until then, but maybe too briefly to be seen.
        await shows(element, 'code', 'REDEEM+')
      } finally {
        window.fetch = send
      }

      expect(keys).to.have.length(1)
      expect(await state('redemptions')).to.have.length(1)
      expect(text(element, 'credits')).not.to.include('couldn’t confirm')
      expect(part(element, 'other')).not.to.equal(undefined)
    })

    it('no longer says that it could not confirm a redemption once a later reading shows the code', async () => {
      const element = visit(mira)
      await wish(element, '4')
      await shows(element, 'confirm')
      const send = window.fetch
      window.fetch = async (...request: Parameters<typeof fetch>) => {
        const isRedemption = new Headers(request[1]?.headers).has('Idempotency-Key')
        if (isRedemption) await send(...request)
        // The answer is lost, and so is each reading until the connection is back.
        throw new TypeError('the connection broke')
      }
      try {
        await press(element, 'get')
        await shows(element, 'fault', 'We couldn’t confirm this')
      } finally {
        window.fetch = send
      }

      await element.refresh()

      await shows(element, 'code', 'REDEEM+')
      expect(text(element, 'credits')).not.to.include('couldn’t confirm')
      expect(part(element, 'confirm')).to.equal(undefined)
      expect(await state('redemptions')).to.have.length(1)
    })

    for (const [status, code, words] of [
      [409, 'idempotency-conflict', 'We couldn’t confirm this'],
      [429, 'rate-limited', 'Please wait a moment'],
      [503, 'upstream-unavailable', 'We couldn’t confirm this'],
    ] as const) {
      it(`does not claim that nothing was changed if the proxy answers ${status}, and retries under the same key`, async () => {
        const element = visit(mira)
        await wish(element, '4')
        await shows(element, 'confirm')
        const keys: string[] = []
        const send = window.fetch
        window.fetch = (url, init) => {
          const key = new Headers(init?.headers).get('Idempotency-Key')
          if (key) keys.push(key)
          return key && keys.length === 1 ? Promise.resolve(Response.json({ status, code, detail: 'It is being sent.' }, { status })) : send(url, init)
        }
        try {
          await press(element, 'get')
          await shows(element, 'fault', words)
          expect(text(element, 'credits')).not.to.include('Nothing was changed')
          await press(element, 'get')
          await shows(element, 'code', 'REDEEM+')
        } finally {
          window.fetch = send
        }

        expect(keys).to.have.length(2)
        expect(new Set(keys).size).to.equal(1)
        expect(await state('redemptions')).to.have.length(1)
      })
    }

    it('shows a redemption as pending that another page is sending', async () => {
      const element = visit(mira)
      await wish(element, '6')
      await shows(element, 'confirm')
      await fault(`/loyalty/v2.0/storefront/members/${mira}/credits/redemption`, { hold: true, times: 1 })
      const other = await elsewhere(mira)
      const redeemed = other.redeem(600)
      await waitUntil(async () => (await other.pending()).length, 'not in progress')

      await press(element, 'get')

      await shows(element, 'pending', '$6.00')
      expect(text(element, 'credits')).not.to.include('Nothing was changed')
      await mend()
      await redeemed
      await shows(element, 'code', 'REDEEM+')
      expect(await state('redemptions')).to.have.length(1)
    })

    it('hides typed text from listeners of the page', async () => {
      const heard: string[] = []
      const hear = (event: Event) => heard.push(event.type)
      for (const type of ['input', 'change']) document.addEventListener(type, hear)
      const element = visit(mira)

      await wish(element, '3')
      await shows(element, 'confirm', '$3.00')

      for (const type of ['input', 'change']) document.removeEventListener(type, hear)
      expect(heard).to.deep.equal([])
    })
  })

  describe('when the shopper signs out without a new page', () => {
    const guests = 'sign-in-url="/in"'

    it('shows nothing of the member once assertion-url is removed', async () => {
      const element = visit(mira, guests)
      await shows(element, 'balance', '$42.50')

      element.removeAttribute('assertion-url')

      await shows(element, 'sign-in', 'Sign in')
      expect(element.membership).to.equal(undefined)
      expect(element.shadowRoot!.textContent).not.to.include('Mira')
    })

    it('shows nothing of the member in an element without a proof', async () => {
      await shows(visit(mira), 'balance', '$42.50')

      const element = show(guests)

      await shows(element, 'sign-in', 'Sign in')
      expect(element.shadowRoot!.textContent).not.to.include('Mira')
    })

    it('requests a fresh proof for an element that comes after the last one left', async () => {
      await shows(visit(mira), 'balance', '$42.50')
      place.innerHTML = ''
      await new Promise((resolve) => setTimeout(resolve))
      performance.clearResourceTimings()

      const element = show(`assertion-url="/shop/assertion?sub=${mira}&visit=${visits}"`)

      expect(element.membership).to.equal(undefined)
      await shows(element, 'balance', '$42.50')
      expect(performance.getEntriesByType('resource').map(({ name }) => name)).to.include(`${proxy}/v1/session`)
    })

    it('ignores an answer that comes afterwards', async () => {
      const element = visit(jonas, guests)
      await waitUntil(() => part(element, 'join'), 'no join')
      await fault('/loyalty/v2.0/**', { hold: true })
      performance.clearResourceTimings()
      await press(element, 'join')

      element.removeAttribute('assertion-url')
      await mend()

      await shows(element, 'sign-in', 'Sign in')
      await waitUntil(() => performance.getEntriesByName(`${proxy}/v1/me`).length, 'no answer')
      await new Promise(requestAnimationFrame)
      await element.updateComplete
      expect(part(element, 'sign-in')).not.to.equal(undefined)
    })

    it('still shows the member when an element is moved', async () => {
      const { assertion } = (await (await fetch(`/shop/assertion?sub=${mira}`)).json()) as { assertion: string }
      const element = show(`proxy="${proxy}/./" assertion="${assertion}"`)
      await shows(element, 'balance', '$42.50')

      place.append(element)
      await new Promise((resolve) => setTimeout(resolve))
      await element.updateComplete

      expect(text(element, 'balance')).to.equal('$42.50')
    })
  })

  it('requests a new proof from the page if an outage has used up the first, and shows no guest view meanwhile', async () => {
    const proof = async () => ((await (await fetch(`/shop/assertion?sub=${mira}`)).json()) as { assertion: string }).assertion
    await fault('/loyalty', { status: 503, times: 1 })
    const element = show(`proxy="${proxy}/../" assertion="${await proof()}" sign-in-url="/in"`)
    const asked = oneEvent(element, 'storefront-session-expiring')
    await settlesOnSlot(element)

    await asked
    expect(showsSlot(element)).to.equal(true)
    expect(part(element, 'sign-in')).to.equal(undefined)
    element.assertion = await proof()

    await shows(element, 'balance', '$42.50')
  })

  it('cancels in two clicks, says what ends, and lets the member come back', async () => {
    const element = visit(mira)
    await press(element, 'leave')
    await shows(element, 'cancellation', 'your Gold benefits')
    await expectAccessible(element)

    const cancelled = oneEvent(element, 'storefront-cancelled')
    await press(element, 'cancel-now')
    await cancelled

    await shows(element, 'status', 'is being canceled')
    await press(element, 'reactivate')
    await waitUntil(() => !part(element, 'status'), 'still being cancelled')
    expect((await state<{ customerId: string; status: string }>('members')).find(({ customerId }) => customerId === mira)!.status).to.equal('ACTIVE')
  })

  it('says in place that the cancellation was sent, and offers no action until it takes effect', async () => {
    const element = visit(mira)
    await press(element, 'leave')
    await shows(element, 'cancellation')
    // The member cannot be read, so the page does not learn yet that the cancellation has taken effect.
    await fault(`/loyalty/v2.0/storefront/members/${mira}`, { status: 500 }, 'GET')
    await press(element, 'cancel-now')

    await shows(element, 'sent', 'We’ve sent your request')
    // The card of the question keeps what ends, so that it is no empty room.
    await shows(element, 'cancellation', 'your Gold benefits')
    expect(part(element, 'leave')).to.equal(undefined)
    expect(part(element, 'reactivate')).to.equal(undefined)
    await waitUntil(() => element.shadowRoot!.activeElement?.id === 'sent', 'what was sent is not focused')
    await expectAccessible(element)

    await mend()
    await shows(element, 'reactivate')
    expect(text(element, 'sent')).not.to.include('We’ve sent your request')
    expect(element.shadowRoot!.activeElement).to.equal(part(element, 'sent'))
  })

  it('tells a member that their cancellation is in progress', async () => {
    const element = visit(aiko)

    await shows(element, 'status', 'Your membership is being canceled')
    await expectAccessible(element)
  })

  describe('when something is unavailable', () => {
    it("shows the shop's own words in a card no higher than they need, and comes back by itself", async () => {
      await fault('/loyalty', { status: 503 })
      const element = visit(mira)
      const { problem } = await oneEvent<LoyaltyUnavailableEvent>(element, 'storefront-unavailable')
      await settlesOnSlot(element)
      expect(problem.status).to.equal(503)
      expect(element.getBoundingClientRect().height).to.be.below(100)

      await mend()

      await shows(element, 'balance', '$42.50')
    })

    it('keeps its content on screen, and says that it may be out of date', async () => {
      const element = visit(mira)
      await shows(element, 'balance', '$42.50')

      await refreshWithoutNetwork(element)

      expect(text(element, 'balance')).to.equal('$42.50')
      await expectAccessible(element)
      window.dispatchEvent(new Event('online'))
      await waitUntil(() => !part(element, 'stale'), 'still out of date')
    })

    for (const width of [320, 390, 1280])
      it(`covers no text and moves nothing with that, on a screen of ${width} pixels`, async () => {
        await setViewport({ width, height: 800 })
        const element = visit(mira)
        await shows(element, 'balance', '$42.50')
        const place = () => part(element, 'balance')!.getBoundingClientRect().top
        const before = place()

        await refreshWithoutNetwork(element)

        expect(textsBelow(element, part(element, 'stale')!)).to.deep.equal([])
        // Screen readers still read the heading below the notice.
        expect(part(element, 'greeting')!.checkVisibility({ visibilityProperty: true })).to.equal(true)
        expect(place()).to.equal(before)
        await setViewport({ width: 800, height: 600 })
      })

    it('says that the shopper is offline, if that is why it may be out of date', async () => {
      const element = visit(mira)
      await shows(element, 'balance', '$42.50')

      const send = window.fetch
      window.fetch = () => Promise.reject(new TypeError('no network'))
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
      try {
        await element.refresh()
        await shows(element, 'stale', 'You’re offline.')
        expect(element.shadowRoot!.querySelector('[role=status]')!.textContent).to.contain('You’re offline.')
      } finally {
        window.fetch = send
        Reflect.deleteProperty(navigator, 'onLine')
      }
    })

    it('shows a membership even if the member always takes longer than the whole answer may', async () => {
      await fault(`/loyalty/v2.0/storefront/members/${mira}`, { delay_ms: 1_400 }, 'GET')

      const element = visit(mira)

      await shows(element, 'balance', '$42.50')
      expect(text(element, 'benefits')).to.include('Free shipping')
      await mend()
    })

    it('shows a membership without its benefits if they fail, and requests only them again', async () => {
      await moveToNewTier(mira, 'ee00ee00')
      await fault('/loyalty/v2.0/admin/tiers/ee00ee00/benefits', { status: 500 })
      const element = visit(mira)
      await shows(element, 'balance', '$42.50')
      expect(text(element, 'benefits')).to.include('We can’t show this right now')
      await expectAccessible(element)
      performance.clearResourceTimings()

      await mend()

      await shows(element, 'benefits', 'Free shipping')
      const asked = performance.getEntriesByType('resource').map(({ name }) => name)
      expect(asked.filter((name) => name.startsWith(`${proxy}/v1/`)).every((name) => name.includes('parts=benefits'))).to.equal(true)
    })
  })

  it('renews a session that is no longer accepted, without a message', async () => {
    const element = visit(mira)
    await shows(element, 'balance', '$42.50')
    const send = window.fetch
    let refused = 0
    // The first use of the old session reaches the proxy with a token that it cannot open.
    window.fetch = (url, init) => {
      const headers = new Headers(init?.headers)
      if (headers.has('Authorization') && refused++ === 0) headers.set('Authorization', 'Bearer of-another-time')
      return send(url, { ...init, headers })
    }
    try {
      await element.refresh()
    } finally {
      window.fetch = send
    }

    expect(refused).to.equal(2)
    expect(element.membership?.member?.first_name).to.equal('Mira')
    expect(part(element, 'ended')).to.equal(undefined)
  })

  it('asks the shopper to sign in again if there is no new proof, and keeps its content on screen', async () => {
    const { assertion } = (await (await fetch(`/shop/assertion?sub=${mira}`)).json()) as { assertion: string }
    const element = show(`proxy="${proxy.replace('http', 'HTTP')}" assertion="${assertion}" sign-in-url="/in"`)
    await shows(element, 'balance', '$42.50')
    const expiring = oneEvent(element, 'storefront-session-expiring')
    const send = window.fetch
    window.fetch = (url, init) => send(url, { ...init, headers: { ...(init?.headers as Record<string, string>), Authorization: 'Bearer of-another-time' } })
    try {
      await element.refresh()
      await expiring
      await shows(element, 'ended', 'Sign in')
      expect(element.shadowRoot!.querySelector('[role=status]')!.textContent).to.contain('You’ve been signed out')
    } finally {
      window.fetch = send
    }
    expect(text(element, 'balance')).to.equal('$42.50')

    element.assertion = ((await (await fetch(`/shop/assertion?sub=${mira}`)).json()) as { assertion: string }).assertion

    await waitUntil(() => !part(element, 'ended'), 'still ended')
  })

  it('requests no image that the service names for a tier', async () => {
    const send = window.fetch
    const image = new URL('/tier-of-another-host.png', location.href).href
    window.fetch = async (...request) => {
      const answer = await send(...request)
      if (!/\/v1\/session$/.test(String(request[0]))) return answer
      const session = (await answer.json()) as { membership: { tier: object } }
      return Response.json({ ...session, membership: { ...session.membership, tier: { ...session.membership.tier, image } } })
    }
    try {
      const element = visit(mira)
      await shows(element, 'balance', '$42.50')
      await shows(element, 'history')

      expect((element.membership!.tier as { image?: string }).image).to.equal(image)
      expect(all(element, 'img')).to.have.length(0)
      expect(performance.getEntriesByName(image)).to.have.length(0)
    } finally {
      window.fetch = send
    }
  })

  it('shows what a service sends as text, never as markup', async () => {
    await moveToNewTier(mira, 'ff00ff00')
    await fault('/loyalty/v2.0/admin/tiers/ff00ff00/benefits', {
      status: 200,
      body: { message: 'ok', data: [{ type: 'NEW_KIND', name: '<img src=x onerror=alert(1)>', description: '"><script>alert(1)</script>', enabled: true }] },
    })
    const element = visit(mira)

    await shows(element, 'benefits', '<img src=x onerror=alert(1)>')

    expect(all(element, 'img, script')).to.have.length(0)
  })

  it('can be used by keyboard alone', async () => {
    const element = visit(mira)
    await shows(element, 'balance')
    part(element, 'other')!.focus()

    await sendKeys({ press: 'Enter' })
    await waitUntil(() => element.shadowRoot!.activeElement?.id === 'amount')
    await sendKeys({ type: '1' })
    await sendKeys({ press: 'Enter' })
    await waitUntil(() => element.shadowRoot!.activeElement?.id === 'confirm')
    await sendKeys({ press: 'Tab' })
    await sendKeys({ press: 'Enter' })

    await waitUntil(() => element.shadowRoot!.activeElement?.id === 'outcomes')
    await shows(element, 'code', 'REDEEM+')
  })

  it('fits a window of 320 pixels', async () => {
    await setViewport({ width: 320, height: 640 })
    try {
      const element = visit(mira)
      await wish(element, '1')
      await shows(element, 'confirm')

      // In some engines, the scroll bar takes space.
      const { scrollWidth, clientWidth } = document.documentElement
      expect(scrollWidth).to.equal(clientWidth)
      const narrow = all(element, 'button').filter((button) => button.checkVisibility() && button.getBoundingClientRect().height < 24)
      expect(narrow).to.deep.equal([])
    } finally {
      await setViewport({ width: 800, height: 600 })
    }
  })

  it('keeps the order of sign and digits on a right-to-left page', async () => {
    const element = visit(mira, 'dir="rtl"')
    await shows(element, 'taken', '−$6.31')

    const amount = [...part(element, 'taken')!.childNodes].find((node) => node.textContent === '−$6.31')!
    const [sign, ...others] = [...amount.textContent!].map((_, place) => leftOf(amount, place))

    expect(sign).to.be.lessThan(Math.min(...others))
    expect(part(element, 'heading')!.getBoundingClientRect().right).to.be.closeTo(rightOf(part(element, 'heading')!), 1)
  })

  it('has the currency sign on the same side in every amount in Arabic, and each sign beside its digits', async () => {
    const element = visit(mira, 'lang="ar" dir="rtl" cart-amount="6200" cart-currency="USD"')
    await shows(element, 'history')
    await shows(element, 'taken')
    const placesOf = (root: Element) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const [text, digits, currency] = [node.textContent!, node.textContent!.search(/\p{Nd}/u), node.textContent!.indexOf('US$')]
        if (digits >= 0 && currency >= 0)
          return {
            digits: leftOf(node, digits),
            currency: leftOf(node, currency),
            sign: /[−+]/.test(text) ? leftOf(node, text.search(/[−+]/)) : undefined,
            isArabicIndic: /[٠-٩]/.test(text),
          }
      }
      throw new Error(`no amount in ${root.textContent}`)
    }
    const amounts = ['balance', 'redeem-now', 'sum', 'expiring', 'taken', 'given', 'earned'].map((name) => ({ name, ...placesOf(part(element, name)!) }))

    expect(amounts.filter(({ digits, currency }) => currency > digits).map(({ name }) => name)).to.deep.equal([])
    // The sign is to the left of 0-9, and to the right of the Arabic digits that some engines write (CLDR, minusSign of ar).
    for (const { name, sign, digits, isArabicIndic } of amounts) if (sign !== undefined) expect(sign < digits, name).to.equal(!isArabicIndic)
  })

  it('uses the texts that the page sets, and the language of the page', async () => {
    const element = visit(mira, 'lang="de"')
    element.messages = { hello: 'Hallo {name}' }

    await shows(element, 'greeting', 'Hallo Mira')
    expect(text(element, 'balance')).to.match(/^42,50\s\$$/)
  })
})

/** The left edge on screen of the character at this place of a text. */
function leftOf(text: Node, place: number) {
  const range = document.createRange()
  range.setStart(text, place)
  range.setEnd(text, place + 1)
  return range.getBoundingClientRect().left
}

/** The right edge on screen of the text of an element. */
function rightOf(element: Element) {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().right
}

/** Acts as another page of the same shopper. */
async function elsewhere(customer: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Storefront-Client': '1' }
  const ask = async <Answer>(path: string, body: unknown, more = {}) =>
    (await (await fetch(proxy + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })).json()) as Answer
  const { token } = await ask<{ token: string }>('/v1/session', await (await fetch(`/shop/assertion?sub=${customer}`)).json())
  const Authorization = `Bearer ${token}`
  return {
    join: () => ask<{ membership: { member: unknown } }>('/v1/me', {}, { Authorization }),
    redeem: (cents: number) =>
      ask('/v1/me/credits/redemptions', { amount: { cents, currency: 'USD' } }, { Authorization, 'Idempotency-Key': crypto.randomUUID() }),
    pending: async () => ((await (await fetch(`${proxy}/v1/me`, { headers: { ...headers, Authorization } })).json()) as { pending: unknown[] }).pending,
  }
}
