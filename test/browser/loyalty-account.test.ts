import { expect, oneEvent } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { Membership } from '../../src/contract/loyalty.ts'
import type { JoiningEvent, SigningInEvent } from '../../src/loyalty/events/consulting.events.ts'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const [mira, jonas] = ['700100200301', '700100200302']
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
document.title = 'Account'
let visits = 0

const proofOf = (customer: string) => `/shop/assertion?sub=${customer}&visit=account-${++visits}`

function show(attributes: string) {
  place.innerHTML = `<storefront-loyalty ${attributes}>Our members collect credits.</storefront-loyalty>`
  return place.querySelector('storefront-loyalty')!
}

/** Starts a new visit: the page knows nothing of an earlier one. */
const visit = (customer: string, attributes = '') => show(`assertion-url="${proofOf(customer)}" ${attributes}`)

const all = (element: Element, selector: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(selector)]
const part = (element: Element, name: string) => all(element, `[part~=${name}]`)[0]
const textOf = (found?: HTMLElement) => found?.innerText.replace(/\s+/g, ' ').trim() ?? ''
const shows = (element: Element, name: string, expected = '') =>
  waitUntil(() => all(element, `[part~=${name}]`).some((found) => textOf(found).includes(expected)), `${name} does not show: ${expected}`)

async function press(element: Element, name: string) {
  await waitUntil(() => part(element, name), `no ${name}`)
  part(element, name)!.click()
}

/** How often the service was asked to create a member. */
async function creations() {
  const { requests } = (await (await fetch(`${services}/_control/state?of=requests`)).json()) as { requests: { operation: string; count: number }[] }
  return requests.find(({ operation }) => operation === 'POST /loyalty/v2.0/admin/members')?.count ?? 0
}

/** How often this page has asked the proxy to make the signed-in shopper a member. */
let joins = 0
const ask = window.fetch
/** Changes the membership of the session that the page opens next. */
let change: ((membership: Membership) => Membership) | undefined
window.fetch = async (url, init) => {
  joins += Number(url === `${proxy}/v1/me` && init?.method === 'POST')
  if (change && url === `${proxy}/v1/me/payment-method`) return new Response('{}', { status: 202 })
  const answer = await ask(url, init)
  if (!change || url !== `${proxy}/v1/session`) return answer
  const session = (await answer.json()) as { membership: Membership }
  return Response.json({ ...session, membership: change(session.membership) })
}

/** A promise with the functions that fulfil and reject it. */
function toPromise() {
  let [keep, breakIt]: (() => void)[] = []
  const promise = new Promise<void>((resolve, reject) => ([keep, breakIt] = [resolve, () => reject(new Error('no'))]))
  return { promise, keep: keep!, breakIt: breakIt! }
}

describe('leaving', () => {
  beforeEach(() => fetch(`${services}/_control/reset`, { method: 'POST' }))

  it('says what ends and when, and that it can be undone, with two buttons that look alike', async () => {
    const element = visit(mira)

    await press(element, 'leave')
    await shows(element, 'cancellation', 'your credits of $42.50')

    const question = part(element, 'cancellation')
    expect(textOf(question)).to.include('on the earliest possible date').and.to.include('Until then, you can undo it here.')
    const looks = ['cancel-now', 'keep'].map((name) => {
      const { color, backgroundColor, fontSize, fontWeight, borderColor } = getComputedStyle(part(element, name)!)
      return [color, backgroundColor, fontSize, fontWeight, borderColor]
    })
    expect(looks[0]).to.deep.equal(looks[1])
    await expectAccessible(element)
  })

  it('works by keyboard alone, and shows when it was requested until it is undone', async () => {
    const element = visit(mira)
    await waitUntil(() => part(element, 'leave'), 'no cancel button')
    const before = Date.now()
    part(element, 'leave')!.focus()
    await sendKeys({ press: 'Enter' })
    await waitUntil(() => element.shadowRoot!.activeElement?.id === 'question', 'the question is not focused')
    await sendKeys({ press: 'Tab' })
    await sendKeys({ press: 'Enter' })

    await shows(element, 'reactivate')
    await shows(element, 'sent', 'We received your cancellation on')
    expect(element.shadowRoot!.activeElement).to.equal(part(element, 'sent'))
    const [, time = ''] = /cancellation on (.*)\.$/.exec(textOf(part(element, 'sent'))) ?? []
    expect(Date.parse(time.replace(' at ', ' '))).to.be.within(before - 1000, Date.now())
    await expectAccessible(element)

    await press(element, 'reactivate')
    await waitUntil(() => !part(element, 'status'), 'still leaving')
    expect(textOf(part(element, 'frame'))).not.to.include('We received your cancellation')
  })

  it('leaves no card without content where credits can no longer be redeemed', async () => {
    const element = visit('700100200430')

    await shows(element, 'status', 'Your membership has ended.')

    expect(textOf(part(element, 'balance'))).to.equal('$14.00')
    await waitUntil(() => part(element, 'tier'), 'no tiers')
    expect(part(element, 'credits')).to.equal(undefined)
    expect(part(element, 'redeem-now')).to.equal(undefined)
  })

  it('has the German wording that the law requires', async () => {
    const element = visit(mira, 'lang="de" cancel-url="/kuendigen"')

    await shows(element, 'cancel-link', 'Verträge hier kündigen')
    await press(element, 'leave')

    await shows(element, 'cancel-now', 'Jetzt kündigen')
    expect(part(element, 'cancel-link')).to.equal(undefined)
  })

  it('is offered to guests if the shop has a page for it', async () => {
    place.innerHTML = ''
    await new Promise((resolve) => setTimeout(resolve))
    const element = show('cancel-url="/cancel"')

    await shows(element, 'cancel-link', 'Cancel contracts here')

    expect(all(element, 'slot')[0]!.parentElement!.checkVisibility()).to.equal(true)
    await expectAccessible(element)
  })

  it('is offered even while the proxy cannot be reached', async () => {
    const element = show(`cancel-url="/cancel" proxy="/nowhere" assertion-url="/shop/assertion?sub=${mira}"`)
    await oneEvent(element, 'storefront-unavailable')

    await shows(element, 'cancel-link', 'Cancel contracts here')

    expect(all(element, 'slot')[0]!.parentElement!.checkVisibility()).to.equal(true)
    expect(part(element, 'panel')).to.equal(undefined)
  })
})

describe('a status other than active', () => {
  /** Shows a member in that status, who may do that. */
  const shown = (status: string, ...may: Membership['may']) => {
    change = (membership) => ({ ...membership, member: { ...membership.member!, status }, may })
    return visit(mira)
  }
  afterEach(() => (change = undefined))

  it('is in the words of a failed payment, with the button for another payment method beside them', async () => {
    const element = shown('PAYMENT_FAILED', 'payment', 'cancel')

    await shows(element, 'status', 'Your last payment didn’t go through.')

    expect(all(element, '[part~=payment]').map((button) => button.closest('[part~=status]'))).to.deep.equal([part(element, 'status')])
    await expectAccessible(element)
  })

  it('says in its own place that the link for another payment method is on its way', async () => {
    const element = shown('PAYMENT_FAILED', 'payment', 'cancel')

    await press(element, 'payment')
    await shows(element, 'sent', 'We’ll email you a link')

    expect(part(element, 'sent')!.closest('[part~=status]')).to.equal(part(element, 'status'))
    await waitUntil(() => element.shadowRoot!.activeElement === part(element, 'sent'), 'what was sent is not focused')
    expect(part(element, 'payment')!.ariaDisabled).to.equal('true')
    await expectAccessible(element)
  })

  it('is shown as words, not by a name for programs', async () => {
    const element = shown('ON_HOLD_2')

    await shows(element, 'status', 'Membership status: On hold 2')

    expect(textOf(part(element, 'panel'))).not.to.include('ON_HOLD')
  })
})

describe('joining', () => {
  beforeEach(() => fetch(`${services}/_control/reset`, { method: 'POST' }))

  it('waits for a promise of the page, and then happens once', async () => {
    const before = await creations()
    const joinsBefore = joins
    const element = visit(jonas)
    const { promise, keep } = toPromise()
    let asked = 0
    element.addEventListener('storefront-joining', (event: JoiningEvent) => {
      asked++
      event.waitUntil(promise)
    })
    await press(element, 'join')
    await waitUntil(() => part(element, 'join')?.getAttribute('aria-disabled') === 'true', 'not busy')
    await press(element, 'join')
    // A request to join would have been sent before this one.
    await element.refresh()
    expect([asked, joins - joinsBefore, await creations()]).to.deep.equal([1, 0, before])

    const joined = oneEvent(element, 'storefront-joined')
    keep()
    await joined

    await shows(element, 'balance')
    expect(await creations()).to.equal(before + 1)
  })

  it('does not happen if the page refuses, says so, and can be tried again', async () => {
    const before = await creations()
    const element = visit(jonas)
    const { promise, breakIt } = toPromise()
    element.addEventListener('storefront-joining', (event: JoiningEvent) => event.waitUntil(promise), { once: true })
    await press(element, 'join')
    breakIt()

    await shows(element, 'fault', 'you haven’t joined')
    expect(await creations()).to.equal(before)
    await expectAccessible(element)

    await press(element, 'join')
    await shows(element, 'balance')
  })

  it('does not happen for another shopper who signs in before the page decides', async () => {
    const before = await creations()
    const element = visit(jonas)
    const { promise, keep } = toPromise()
    element.addEventListener('storefront-joining', (event: JoiningEvent) => event.waitUntil(promise))
    await press(element, 'join')
    element.setAttribute('assertion-url', proofOf(mira))
    await shows(element, 'greeting', 'Mira')

    const joinsBefore = joins
    keep()
    await promise
    await element.refresh()

    expect([joins - joinsBefore, await creations()]).to.deep.equal([0, before])
  })
})

describe('signing in', () => {
  beforeEach(() => fetch(`${services}/_control/reset`, { method: 'POST' }))

  it('is done by the page if it takes over, and then shows the member', async () => {
    place.innerHTML = ''
    await new Promise((resolve) => setTimeout(resolve))
    const element = show('sign-in-url="/nowhere"')
    const before = location.href
    element.addEventListener('storefront-signing-in', (event: SigningInEvent) => {
      event.waitUntil(Promise.resolve().then(() => element.setAttribute('assertion-url', proofOf(mira))))
    })

    await press(element, 'sign-in')

    await shows(element, 'greeting', 'Mira')
    expect(location.href).to.equal(before)
  })

  it('follows the link to the shop’s page if the page does not take over', async () => {
    place.innerHTML = ''
    await new Promise((resolve) => setTimeout(resolve))
    const element = show('sign-in-url="/nowhere"')
    await waitUntil(() => part(element, 'sign-in'), 'no link')
    let followed: boolean | undefined
    place.addEventListener(
      'click',
      (click) => {
        followed = !click.defaultPrevented
        click.preventDefault()
      },
      { once: true },
    )

    part(element, 'sign-in')!.click()

    expect(followed).to.equal(true)
  })
})
