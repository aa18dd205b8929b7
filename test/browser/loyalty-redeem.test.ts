import { expect, oneEvent } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import type { RedeemingEvent } from '../../src/loyalty/events/consulting.events.ts'
import { expectAccessible } from './accessible.ts'
import { giveClipboard } from './clipboard.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const mira = '700100200301'
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
document.title = 'Account'
let visits = 0

/** Starts a new visit and opens the step in which the shopper enters an amount. */
async function wish(attributes = '') {
  visits++
  place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${mira}&redeem=${visits}" ${attributes}></storefront-loyalty>`
  const element = place.querySelector('storefront-loyalty')!
  await press(element, 'other')
  await waitUntil(() => element.shadowRoot!.activeElement?.id === 'amount', 'the amount is not focused')
  return element
}

const part = <Found extends HTMLElement = HTMLElement>(element: Element, name: string) => element.shadowRoot!.querySelector<Found>(`[part~=${name}]`)
const text = (element: Element, name: string) => part(element, name)?.innerText.replace(/\s+/g, ' ').trim() ?? ''
const shows = (element: Element, name: string, expected: string) =>
  waitUntil(() => text(element, name).includes(expected), `${name} does not show: ${expected}`)
/** Waits until the error beside the field contains this text. */
const faults = (element: Element, expected: string) =>
  waitUntil(() => element.shadowRoot!.querySelector('#fault')?.textContent?.includes(expected), `the field does not show: ${expected}`)
const field = (element: Element) => part<HTMLInputElement>(element, 'input')!
const slider = (element: Element) => part<HTMLInputElement>(element, 'slider')!
const spoken = (element: Element) => slider(element).getAttribute('aria-valuetext')
const redemptions = async () => ((await (await fetch(`${services}/_control/state?of=redemptions`)).json()) as { redemptions: { amount: number }[] }).redemptions

async function press(element: Element, name: string) {
  await waitUntil(() => part(element, name), `no ${name}`)
  part(element, name)!.click()
}

async function type(element: Element, amount: string) {
  field(element).select()
  await sendKeys({ press: 'Delete' })
  await sendKeys({ type: amount })
  await sendKeys({ press: 'Enter' })
}

describe('turning credits into a code', () => {
  beforeEach(async () => {
    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await fetch(`${services}/_control/reset`, { method: 'POST' })
  })

  describe('the slider', () => {
    it('sets the amount by keyboard, and announces it as money', async () => {
      const element = await wish()
      slider(element).focus()

      await sendKeys({ press: 'ArrowRight' })

      await waitUntil(() => spoken(element) === '$0.50', 'does not say the first step')
      expect(field(element).value).to.equal('0.50')
      await sendKeys({ press: 'End' })
      await waitUntil(() => spoken(element) === '$42.50', 'does not say the end')
      expect(field(element).value).to.equal('42.50')
      await expectAccessible(element)
    })

    it('follows the typed amount to the cent, and the button for all credits', async () => {
      const element = await wish()

      await sendKeys({ type: '21.26' })

      await waitUntil(() => spoken(element) === '$21.26', 'does not follow the field')
      const middle = Number(slider(element).value) / Number(slider(element).max)
      expect(middle).to.be.closeTo(0.5, 0.01)
      await press(element, 'all')
      await waitUntil(() => slider(element).value === slider(element).max && spoken(element) === '$42.50', 'does not follow the button')
      expect(field(element).value).to.equal('42.50')
    })

    it('reaches the whole balance even if that is not a whole number of steps', async () => {
      await redeemElsewhere(743)
      const element = await wish()
      slider(element).focus()

      await sendKeys({ press: 'End' })

      await waitUntil(() => spoken(element) === '$35.07', 'does not reach the end')
      await press(element, 'next')
      // One code for the sum of both (A37).
      await shows(element, 'confirm', 'you get one code for $42.50')
    })

    it('formats amounts in the language of the page', async () => {
      const element = await wish('lang="de"')
      slider(element).focus()

      await sendKeys({ press: 'End' })

      await waitUntil(() => field(element).value === '42,50', 'wrong format')
      expect(spoken(element)!.replace(/\s/g, ' ')).to.equal('42,50 $')
    })
  })

  it('shows beside the balance what was earned, and what expires next and when', async () => {
    const element = await wish()

    expect(text(element, 'earned')).to.equal('$63.81 earned in total')
    expect(text(element, 'expiring')).to.match(/^Next to expire: \$6\.32 on \w{3} \d+, \d{4}$/)
  })

  it('shows the possible amounts before anything is typed', async () => {
    const element = await wish()

    expect(text(element, 'rule')).to.equal('You can redeem $0.01 to $42.50.')
    expect(field(element).getAttribute('aria-describedby')).to.include(part(element, 'rule')!.id)
  })

  for (const [typed, words] of [
    ['0', 'Enter $0.01 or more.'],
    ['-5', 'Enter $0.01 or more.'],
    ['42.51', 'You can redeem up to $42.50.'],
    ['1,000', 'You can redeem up to $42.50.'],
    ['1.005', 'Enter a multiple of $0.01.'],
    ['€5', 'Your credits are in USD.'],
    ['5 eur', 'Your credits are in USD.'],
    ['five', 'Enter an amount such as 42.50.'],
  ] as const) {
    it(`explains beside the field why "${typed}" is wrong, and sends nothing`, async () => {
      const element = await wish()

      await type(element, typed)

      await faults(element, words)
      expect(element.shadowRoot!.activeElement).to.equal(field(element))
      expect(field(element).getAttribute('aria-invalid')).to.equal('true')
      expect(await redemptions()).to.deep.equal([])
    })
  }

  it('asks for a new amount if another page used credits before the confirmation', async () => {
    const element = await wish()
    await type(element, '40')
    await shows(element, 'confirm', '$40.00')
    await redeemElsewhere(1000)
    await element.refresh()
    await shows(element, 'balance', '$32.50')

    await press(element, 'get')

    await faults(element, 'You can redeem up to $32.50.')
    expect(await redemptions()).to.have.length(1)
  })

  it('says that nothing was taken if the redemption of another page is refused, also after a reload, until the next redemption', async () => {
    const before = await wish()
    await fetch(`${services}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify({ match: { method: 'POST', path: '*/redemption' }, status: 422, hold: true, times: 1 }),
      headers: { 'Content-Type': 'application/json' },
    })
    const sent = askElsewhere(600)
    await waitUntil(async () => {
      await before.refresh()
      return text(before, 'pending').includes('$6.00')
    }, 'is not in progress')
    expect(text(before, 'balance')).to.equal('$36.50')

    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await shows(before, 'failed', 'We couldn’t redeem $6.00. No credits were taken.')

    await sent
    expect(part(before, 'pending')).to.equal(null)
    expect(text(before, 'balance')).to.equal('$42.50')
    await expectAccessible(before)
    const after = await wish()
    await shows(after, 'failed', 'No credits were taken.')
    await type(after, '6')
    await press(after, 'get')
    await shows(after, 'code', 'REDEEM+')
    expect(await redemptions()).to.have.length(1)
    await after.refresh()
    expect(part(after, 'failed')).to.equal(null)
  })

  it('closes its steps only when it can show the result', async () => {
    const element = await wish()
    await type(element, '4')
    let wasOpen = false
    let stoodBetween = false
    const { port1, port2 } = new MessageChannel()
    // The browser can draw a frame between any two tasks.
    port1.onmessage = () => {
      wasOpen ||= !!part(element, 'confirm')
      stoodBetween ||= wasOpen && !part(element, 'confirm') && !part(element, 'pending') && !part(element, 'code')
    }
    const watch = new MutationObserver(() => port2.postMessage(''))
    watch.observe(element.shadowRoot!, { attributes: true, childList: true, subtree: true })

    await press(element, 'get')

    await shows(element, 'code', 'REDEEM+')
    watch.disconnect()
    expect(wasOpen).to.equal(true)
    expect(stoodBetween).to.equal(false)
  })

  describe('copying the code', () => {
    const redeemed = async () => {
      const element = await wish()
      await type(element, '4')
      await press(element, 'get')
      await shows(element, 'code', 'REDEEM+')
      return element
    }

    it('writes it to the clipboard, and the button says so', async () => {
      const { copied, giveBack } = giveClipboard('allowed')
      try {
        const element = await redeemed()

        await press(element, 'copy')

        await shows(element, 'copy', 'Copied')
        expect(copied).to.deep.equal([text(element, 'code')])
      } finally {
        giveBack()
      }
    })

    for (const kind of ['refused', 'absent'] as const)
      it(`selects it and does not say that it was copied, if the clipboard is ${kind}`, async () => {
        const { giveBack } = giveClipboard(kind)
        try {
          const element = await redeemed()
          getSelection()!.removeAllRanges()

          await press(element, 'copy')

          await waitUntil(() => getSelection()!.toString() === text(element, 'code'), 'the code is not selected')
          expect(text(element, 'copy')).to.equal('Copy')
        } finally {
          giveBack()
        }
      })
  })

  describe('when the page must agree', () => {
    it('sends the redemption once, after the page has agreed', async () => {
      const element = await wish()
      await type(element, '4')
      const { promise, resolve } = open()
      element.addEventListener('storefront-redeeming', (event) => event.waitUntil(promise), { once: true })
      const asked = oneEvent<RedeemingEvent>(document.body, 'storefront-redeeming')

      await press(element, 'get')
      part(element, 'get')!.click()

      expect((await asked).amount).to.deep.equal({ cents: 400, currency: 'USD' })
      await waitUntil(() => part(element, 'get')!.ariaDisabled === 'true', 'is not busy')
      expect(await redemptions()).to.deep.equal([])
      resolve()
      await shows(element, 'code', 'REDEEM+')
      expect(await redemptions()).to.have.length(1)
    })

    it('sends nothing if the page refuses, and says so; a retry asks the page again', async () => {
      const element = await wish()
      const refuse = (event: RedeemingEvent) => event.waitUntil(Promise.reject(new Error('no')))
      element.addEventListener('storefront-redeeming', refuse)
      element.addEventListener('storefront-redeeming', (event) => event.waitUntil(Promise.resolve()))
      await type(element, '4')

      await press(element, 'get')

      await faults(element, 'We can’t redeem this right now. Nothing was sent')
      expect(field(element).value).to.equal('4')
      expect(await redemptions()).to.deep.equal([])
      await expectAccessible(element)
      element.removeEventListener('storefront-redeeming', refuse)
      await press(element, 'next')
      await press(element, 'get')
      await shows(element, 'code', 'REDEEM+')
    })

    it('sends nothing if the shopper goes back meanwhile', async () => {
      const element = await wish()
      await type(element, '4')
      const { promise, resolve } = open()
      element.addEventListener('storefront-redeeming', (event) => event.waitUntil(promise), { once: true })
      await press(element, 'get')
      await waitUntil(() => part(element, 'get')!.ariaDisabled === 'true', 'is not busy')

      await press(element, 'back')
      await press(element, 'other')
      await waitUntil(() => field(element), 'no field')
      resolve()
      await type(element, '3')
      await press(element, 'get')

      await shows(element, 'code', 'REDEEM+')
      expect((await redemptions()).map(({ amount }) => amount)).to.deep.equal([3])
    })
  })
})

/** A promise of the page that is still open. */
function open() {
  let resolve!: () => void
  const promise = new Promise<void>((decide) => (resolve = decide))
  return { promise, resolve }
}

/** Requests a code as another page of the same shopper; resolves to a function that reads the redemption back. */
async function askElsewhere(cents: number) {
  const headers = { 'Content-Type': 'application/json', 'X-Storefront-Client': '1' }
  const ask = async (path: string, body: unknown, more = {}) =>
    fetch(proxy + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const session = await ask('/v1/session', await (await fetch(`/shop/assertion?sub=${mira}`)).json())
  const Authorization = `Bearer ${((await session.json()) as { token: string }).token}`
  const asked = await ask('/v1/me/credits/redemptions', { amount: { cents, currency: 'USD' } }, { Authorization, 'Idempotency-Key': crypto.randomUUID() })
  const { id } = (await asked.json()) as { id: string }
  return () => fetch(`${proxy}/v1/me/credits/redemptions/${id}`, { headers: { ...headers, Authorization } })
}

/** Turns credits into a code as another page of the same shopper. */
async function redeemElsewhere(cents: number) {
  const askAgain = await askElsewhere(cents)
  await waitUntil(async () => ((await (await askAgain()).json()) as { state: string }).state === 'settled', 'is not settled')
}
