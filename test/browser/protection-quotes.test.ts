import { expect } from '@open-wc/testing'
import '../../src/protection/define.ts'
import { press } from './press.ts'
import { waitUntil } from './wait-until.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
const fault = (what: object) =>
  fetch(`${services}/_control/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { path: '/protection' }, ...what }),
  })
const mend = () => fetch(`${services}/_control/faults`, { method: 'DELETE' })

const addressOf = (cents: number) => `${proxy}/v1/protection/quotes?cents=${cents}&currency=USD`
const offer = (cents: number, rest = '') => `<storefront-protection cart="events" lines="0" amount="${cents}" currency="USD" ${rest}></storefront-protection>`

/** Opens a separate page in this tab, which knows only what the tab remembers. */
async function open(markup: string, before = '') {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<html lang="en"><script>${before}</script>${markup}<script type="module">
    import { StorefrontProtection } from '/src/protection/protection.ts'
    StorefrontProtection.proxy = '${proxy}'
    customElements.define('storefront-protection', StorefrontProtection)
  </script></html>`
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const page = frame.contentWindow as Window & typeof globalThis
  const element = page.document.querySelector('storefront-protection')!
  return {
    element,
    page,
    price: () => element.shadowRoot?.querySelector('[part=price]')?.textContent,
    settled: () => element.shadowRoot?.querySelector('[part=offer]')?.getAttribute('aria-busy') === 'false',
    /** The requested amounts, in cents. */
    questions: () =>
      page.performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/v1/protection/quotes'))
        .map(({ name }) => Number(new URL(name).searchParams.get('cents'))),
  }
}

type Page = Awaited<ReturnType<typeof open>>
const priced = ({ price, settled }: Page, expected: string) => waitUntil(() => price() === expected && settled(), `price is not ${expected}`)

/** Makes the tab remember a price that is valid for so many seconds. */
const remember = (cents: number, seconds: number) =>
  (sessionStorage[addressOf(cents)] = JSON.stringify({
    token: 'of an earlier page',
    price: { cents: 999, currency: 'USD' },
    amount: { cents, currency: 'USD' },
    expires_at: new Date(Date.now() + seconds * 1_000).toISOString(),
  }))

describe('the price of storefront-protection', () => {
  beforeEach(async () => {
    await mend()
    sessionStorage.clear()
  })

  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()))
  after(mend)

  it('takes the price that the server of the page has requested, and requests none', async () => {
    const quote = (cents: number, seconds: number) => ({
      token: 'of the server',
      price: { cents: 777, currency: 'USD' },
      amount: { cents, currency: 'USD' },
      expires_at: new Date(Date.now() + seconds * 1_000).toISOString(),
    })
    const withQuote = (cents: number, value: object) => offer(cents, `quote="${JSON.stringify(value).replaceAll('"', '&quot;')}"`)

    const page = await open(withQuote(5100, quote(5100, 3600)))
    await priced(page, '$7.77')
    expect(page.questions()).to.deep.equal([])

    // The cart has changed since, the price has expired, or it is no price.
    for (const value of [quote(5200, 3600), quote(5100, 30), { token: 'alone' }]) {
      const other = await open(withQuote(5100, value))
      await waitUntil(() => other.settled() && /^\$\d/.test(other.price() ?? '') && other.price() !== '$7.77', `${JSON.stringify(value)} was taken`)
      sessionStorage.clear()
    }
  })

  it('is in the first render of a page, without a request, if an earlier page of the tab has requested it', async () => {
    const first = await open(offer(30_000))
    await priced(first, '$7.50')
    expect(first.questions()).to.deep.equal([30_000])

    const second = await open(offer(30_000))
    await second.element.updateComplete

    expect(second.price()).to.equal('$7.50')
    expect(second.questions()).to.deep.equal([])
  })

  it('is requested again if the remembered price expires within a minute', async () => {
    remember(31_000, 59)

    const page = await open(offer(31_000))

    await priced(page, '$7.75')
    expect(page.questions()).to.deep.equal([31_000])
    expect(JSON.parse(sessionStorage[addressOf(31_000)] as string)).to.have.nested.property('price.cents', 775)
  })

  for (const spoilt of ['', 'no JSON', '1', 'null', '{}'])
    it(`is requested if the tab remembers "${spoilt}"`, async () => {
      sessionStorage[addressOf(32_000)] = spoilt

      const page = await open(offer(32_000))

      await priced(page, '$8.00')
    })

  it('is shown even if the browser refuses session storage', async () => {
    const refuse = "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('The operation is insecure.', 'SecurityError') } })"

    const page = await open(offer(33_000), refuse)
    await priced(page, '$8.25')
    page.element.amount = 34_000
    await priced(page, '$8.50')
    page.element.amount = 33_000
    await priced(page, '$8.25')

    expect(page.questions()).to.deep.equal([33_000, 34_000])
  })

  it('is requested once per amount', async () => {
    const page = await open(offer(35_000))
    await priced(page, '$8.75')

    for (const [amount, price] of [
      [36_000, '$9.00'],
      [35_000, '$8.75'],
      [36_000, '$9.00'],
    ] as const) {
      page.element.amount = amount
      await priced(page, price)
    }

    expect(page.questions()).to.deep.equal([35_000, 36_000])
  })

  it('is requested at the beginning and the end of a series of changes, not for each change', async () => {
    const page = await open(offer(37_000))
    await priced(page, '$9.25')

    for (let amount = 37_100; amount <= 38_000; amount += 100) {
      page.element.amount = amount
      await page.element.updateComplete
    }

    await priced(page, '$9.50')
    const asked = page.questions()
    expect(asked.at(-1)).to.equal(38_000)
    expect(asked.length).to.be.at.most(3)
  })

  it('is the one for the newest amount, however late the earlier answer comes', async () => {
    const page = await open(offer(39_000))
    await priced(page, '$9.75')
    const seen = new Set<string | null | undefined>()
    new MutationObserver(() => seen.add(page.price())).observe(page.element.shadowRoot!, { childList: true, subtree: true, characterData: true })

    await fault({ delay_ms: 800, times: 1 })
    page.element.amount = 80_000
    await waitUntil(() => page.questions().length === 1 && !page.settled())
    await new Promise((resolve) => page.element.updateComplete.then(resolve))
    page.element.amount = 40_000

    await priced(page, '$10.00')
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect([...seen]).to.not.include('$20.00')
    expect(page.price()).to.equal('$10.00')
  })

  it('is renewed before it expires, and the old one stays visible meanwhile', async () => {
    remember(41_000, 61)
    const page = await open(offer(41_000))
    expect(page.price()).to.equal('$9.99')

    await priced(page, '$10.25')
    expect(page.questions()).to.deep.equal([41_000])
  })

  it('is requested once by a hundred elements', async () => {
    const page = await open(offer(42_000).repeat(100))

    await priced(page, '$10.50')
    const prices = Array.from(
      page.page.document.querySelectorAll('storefront-protection'),
      ({ shadowRoot }) => shadowRoot!.querySelector('[part=price]')!.textContent,
    )
    expect(new Set(prices)).to.deep.equal(new Set(['$10.50']))
    expect(page.questions()).to.deep.equal([42_000])
  })

  it('is no longer remembered by the tab once its token is in a form', async () => {
    const page = await open(`<form>${offer(43_000).replace('events', 'form')}</form>`)
    await priced(page, '$10.75')
    expect(sessionStorage[addressOf(43_000)]).to.be.a('string')

    await press(page.element.shadowRoot!.querySelector('input')!)
    await waitUntil(() => new FormData(page.page.document.forms[0]).has('protection_quote'))

    expect(sessionStorage[addressOf(43_000)]).to.equal(undefined)
  })
})
