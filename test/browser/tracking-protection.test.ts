import { expect, fixture, html } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import type { OrderProtection } from '../../src/contract/order-protection.ts'
import type { TrackedOrder } from '../../src/contract/tracking.ts'
import '../../src/tracking/define.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { expectAccessible } from './accessible.ts'
import { forgetOrders } from './tracked-element.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontTracking.proxy = proxy

const ask = window.fetch
const price = { cents: 150, currency: 'USD' }
const unprotected = { protection: { state: 'unprotected', refund: null }, may: ['protect-later'] } as const
const covered = { protection: { state: 'protected', refund: price }, may: ['unprotect'] } as const

/** The order's protection in the proxy's answer. */
let answered: { protection?: OrderProtection | undefined; may?: readonly string[] | undefined }
/** The proxy's answer to a request to change the protection. */
let respond: (path: string) => Promise<Response> | Response
/** The paths of these requests. */
let requested: string[]
let ways = 0

const problem = (status: number, code: string, more: object = {}) => Response.json({ status, code, ...more }, { status })

describe('the protection of an order that is tracked by its key', () => {
  let key = ''
  before(async () => {
    const { orders } = (await (await fetch(`${services}/_control/state?of=orders`)).json()) as { orders: { shop_order_number: string; key: string }[] }
    ;({ key } = orders.find(({ shop_order_number }) => shop_order_number === 'K-1001')!)
  })

  beforeEach(() => {
    requested = []
    respond = () => Response.json({ protected: true })
    window.fetch = async (url, init) => {
      const path = String(url).replace(/^.*\/v1/, '')
      if (path.startsWith('/orders/protection')) {
        requested.push(path)
        return respond(path)
      }
      const answer = await ask(url, init)
      return path === '/orders/track' ? Response.json({ ...((await answer.json()) as TrackedOrder), ...answered }) : answer
    }
  })

  afterEach(async () => {
    window.fetch = ask
    forgetOrders()
    document.documentElement.lang = 'en'
    document.documentElement.dir = ''
    document.body.style.cssText = ''
    await setViewport({ width: 800, height: 600 })
  })

  /** Mounts an element with the order under a new address of the proxy, because the page remembers the result of a change per address. */
  async function track(attributes = '') {
    ways += 1
    const around = await fixture<HTMLElement>(html`<div></div>`)
    around.innerHTML = `<storefront-tracking proxy="${proxy}${'/.'.repeat(ways)}" order-key="${key}" ${attributes}></storefront-tracking>`
    const element = around.querySelector('storefront-tracking')!
    await until(() => one(element, '[part~=package]'))
    return { element, around }
  }

  /** Makes the proxy protect the order, and answer only when the returned function is called. */
  function holdBack(): () => void {
    let answer = () => {}
    respond = () =>
      new Promise((resolve) => {
        answer = () => {
          answered = { protection: { state: 'protected', refund: null }, may: [] }
          resolve(Response.json({ protected: true }))
        }
      })
    return () => answer()
  }

  it('is not mentioned if the merchant does not allow changes', async () => {
    answered = { protection: undefined, may: undefined }

    const { element } = await track()

    expect(!!one(element, '[part~=protection]')).to.equal(false)
  })

  it('is free of charge for the shopper, and says so before any press', async () => {
    answered = unprotected

    const { element } = await track()

    expect(textOf(element)).to.contain('It’s on us.')
    expect(requested).to.deep.equal([])
    await expectAccessible(element)
  })

  it('is requested once however often the button is pressed, and the focus moves to the result', async () => {
    answered = unprotected
    const { element } = await track()
    const answer = holdBack()
    const button = one(element, '[part~=protect]')!

    button.focus()
    button.click()
    button.click()
    await until(() => button.getAttribute('aria-disabled') === 'true')
    expect(element.shadowRoot!.activeElement).to.equal(button)
    answer()
    await until(() => one(element, '[part~=protected]'))
    await until(() => element.shadowRoot!.activeElement?.id === 'protection')

    expect(requested).to.deep.equal(['/orders/protection'])
    expect(one(element, '#protection')!.textContent).to.equal('This order is protected')
    await expectAccessible(element)
  })

  it('can be requested again after an outage, which is explained beside the button', async () => {
    answered = unprotected
    const { element } = await track()
    respond = () => Promise.reject(new TypeError('no connection'))

    one(element, '[part~=protect]')!.click()
    await until(() => one(element, '[role=alert]')?.textContent)

    expect(one(element, '[role=alert]')!.textContent).to.contain('Please try again')
    await expectAccessible(element)
    respond = () => {
      answered = { protection: { state: 'protected', refund: null }, may: [] }
      return Response.json({ protected: true })
    }
    one(element, '[part~=protect]')!.click()
    await until(() => one(element, '[part~=protection][part~=protected]'))
    expect(one(element, '[role=alert]')!.textContent).to.equal('')
  })

  it('shows that a slow request is in progress, and moves nothing when the button is pressed again', async () => {
    answered = unprotected
    const { element } = await track()
    respond = () => Promise.reject(new TypeError('no connection'))
    const button = one(element, '[part~=protect]')!
    button.click()
    await until(() => one(element, '[role=alert]')?.textContent)
    const { top } = button.getBoundingClientRect()
    let answer = () => {}
    respond = () => new Promise((_resolve, reject) => (answer = () => reject(new TypeError('no connection'))))

    button.click()
    await until(() => button.getAttribute('aria-disabled') === 'true')
    expect(one(element, '[role=alert]')!.checkVisibility({ visibilityProperty: true })).to.equal(false)
    expect(button.getBoundingClientRect().top).to.equal(top)
    await until(() => one(element, '#protection')!.textContent === 'Adding protection')
    answer()

    await until(() => one(element, '#protection')!.textContent === 'Not protected')
    expect(one(element, '[role=alert]')!.checkVisibility({ visibilityProperty: true })).to.equal(true)
    expect(button.getBoundingClientRect().top).to.equal(top)
  })

  it('says if it is too late, and is no longer offered', async () => {
    answered = unprotected
    const { element } = await track()
    respond = () => {
      answered = { ...unprotected, may: [] }
      return problem(422, 'not-eligible')
    }

    one(element, '[part~=protect]')!.click()
    await until(() => one(element, '[role=alert]')?.textContent)

    expect(one(element, '[role=alert]')!.textContent).to.equal('This order can no longer be protected.')
    expect(!!one(element, '[part~=protect]')).to.equal(false)
    await expectAccessible(element)
  })

  it('is offered no more once it was refused, whatever the answer still allows', async () => {
    answered = unprotected
    const { element } = await track()
    respond = () => problem(422, 'not-eligible')

    one(element, '[part~=protect]')!.click()
    await until(() => one(element, '[role=alert]')?.textContent)
    await until(() => one(element, '[part~=protection]')!.ariaBusy === 'false')

    expect(!!one(element, '[part~=protect]')).to.equal(false)
    expect(textOf(element)).not.to.contain('Protect it now')
  })

  it('is removed after one confirmation that names the refund and says that it cannot be undone', async () => {
    answered = covered
    const { element } = await track('claim-url="/help"')
    // Its package has arrived and already shows the link to a claim.
    expect([...element.shadowRoot!.querySelectorAll('[part=claim]')].map((link) => link.closest('article')!.part[0])).to.deep.equal(['package'])

    one(element, '[part~=ask]')!.click()
    await until(() => element.shadowRoot!.activeElement?.id === 'confirm')
    expect(textOf(element)).to.contain('We’ll refund $1.50').and.to.contain('can’t add protection to this order again')
    expect(requested).to.deep.equal([])
    await expectAccessible(element)
    respond = () => {
      answered = { protection: { state: 'removing', refund: price }, may: [] }
      return Response.json({ refund: price }, { status: 202 })
    }
    one(element, '[part~=unprotect]')!.click()
    await until(() => one(element, '[part~=removing]'))

    expect(requested).to.deep.equal(['/orders/protection/removal'])
    expect(textOf(element)).to.contain('$1.50 is on its way back to you')
    await until(() => element.shadowRoot!.activeElement?.id === 'protection')
    answered = { protection: { state: 'removed', refund: price }, may: [] }
    await until(() => one(element, '[part~=removed]'))
    expect(textOf(element)).to.contain('We’ve refunded $1.50')
    await expectAccessible(element)
  })

  it('stays on if the shopper presses Escape, which closes nothing around the element', async () => {
    answered = covered
    const { element, around } = await track()
    let heard = 0
    around.addEventListener('keydown', ({ key }) => (heard += Number(key === 'Escape')))

    one(element, '[part~=ask]')!.click()
    await until(() => element.shadowRoot!.activeElement?.id === 'confirm')
    await sendKeys({ press: 'Escape' })
    await until(() => element.shadowRoot!.activeElement === one(element, '[part~=ask]'))

    expect(!!one(element, '[part=confirm]')).to.equal(false)
    expect([heard, requested]).to.deep.equal([0, []])
  })

  it('cannot be removed while carriers are being asked, and says to wait, with the confirmation still open', async () => {
    answered = covered
    const { element } = await track()
    respond = () => problem(503, 'overloaded', { retry_after: 15 })

    one(element, '[part~=ask]')!.click()
    await until(() => one(element, '[part~=unprotect]'))
    one(element, '[part~=unprotect]')!.click()
    await until(() => one(element, '[role=alert]')?.textContent)

    expect(one(element, '[role=alert]')!.textContent).to.contain('try again in a moment')
    expect(one(element, '[part~=unprotect]')!.getAttribute('aria-disabled')).to.equal('false')
  })

  it('completes its change if the theme replaces the element that was pressed', async () => {
    answered = unprotected
    const { element, around } = await track()
    const answer = holdBack()
    one(element, '[part~=protect]')!.click()
    await until(() => requested.length === 1)

    const heir = element.cloneNode() as StorefrontTracking
    around.replaceChildren(heir)
    await until(() => one(heir, '[part~=protect]')?.getAttribute('aria-disabled') === 'true')
    one(heir, '[part~=protect]')!.click()
    answer()

    await until(() => one(heir, '[part~=protected]'))
    expect(requested).to.have.length(1)
  })

  it('uses the language of the page, and the shop’s own texts if there are any', async () => {
    document.documentElement.lang = 'de'
    answered = covered
    const { element } = await track()
    await until(() => one(element, '#protection'))
    expect(one(element, '#protection')!.textContent).to.contain('geschützt')

    element.messages = { unprotect: 'Doch nicht schützen' }
    await until(() => one(element, '[part~=ask]')?.textContent === 'Doch nicht schützen')
  })

  it('fits into 320 pixels, from right to left, in dark', async () => {
    await setViewport({ width: 320, height: 700 })
    document.documentElement.lang = 'ar'
    document.documentElement.dir = 'rtl'
    document.body.style.cssText = 'color-scheme: dark; background: #111; color: #eee'
    answered = covered
    const { element } = await track('claim-url="/help"')
    await until(() => one(element, '[part~=ask]'))

    one(element, '[part~=ask]')!.click()
    await until(() => one(element, '[part=confirm]'))

    expect(document.documentElement.scrollWidth).to.be.at.most(320)
    await expectAccessible(element)
  })
})

const one = <E extends HTMLElement>(element: StorefrontTracking, selector: string) => element.shadowRoot!.querySelector<E>(selector)
const textOf = (element: StorefrontTracking) => element.shadowRoot!.textContent.replace(/\s+/g, ' ')

async function until(isSo: () => unknown) {
  while (!isSo()) await new Promise(requestAnimationFrame)
}
