import { expect } from '@open-wc/testing'
import '../../src/protection/define.ts'
import { consentIn } from '../../src/protection/consent.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { click, press } from './press.ts'
import { waitUntil } from './wait-until.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
StorefrontProtection.proxy = proxy
const place = document.body.appendChild(document.createElement('form'))

const control = (element: Element) => element.shadowRoot!.querySelector('input')!
const price = (element: Element) => element.shadowRoot?.querySelector('[part=price]')?.textContent
const field = () => new FormData(place).get('protection_quote') as string | null
const consent = () => consentIn(field() ?? '')

async function show(cents: number, attributes = '', inside = ''): Promise<StorefrontProtection> {
  place.innerHTML = `<storefront-protection proxy="${proxy}" cart="form" amount="${cents}" currency="USD" ${attributes}>${inside}</storefront-protection>`
  const element = place.querySelector('storefront-protection')!
  await waitUntil(() => price(element)?.startsWith('$'))
  return element
}

/** Ends the choice that the page's one offer holds. */
async function switchOff() {
  place.reset()
  await waitUntil(() => !field())
}

describe('the consent to storefront-protection', () => {
  before(() => (document.documentElement.lang = 'en'))
  afterEach(switchOff)
  after(() => place.remove())

  const attempts: Record<string, (element: StorefrontProtection) => unknown> = {
    'the attribute checked': (element) => element.setAttribute('checked', ''),
    'the property checked': (element) => (element.checked = true),
    'the properties of native controls': (element) => Object.assign(element, { defaultChecked: true, value: 'on', selected: true }),
    'a form that the browser restores': (element) => element.formStateRestoreCallback('on'),
    'a box that the browser ticks by itself': (element) => {
      control(element).checked = true
      element.requestUpdate()
    },
    'a page that the browser restores from its memory': (element) => {
      control(element).checked = true
      element.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }))
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    },
    'a script that clicks the switch': (element) => control(element).click(),
    'a script that clicks its label': (element) => element.shadowRoot!.querySelector('label')!.click(),
    'a script that clicks the element': (element) => element.click(),
    'events that a script dispatches': (element) => {
      for (const type of ['pointerdown', 'pointerup', 'click'])
        control(element).dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, composed: true }))
      control(element).dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
    },
    'a change event that a script dispatches': (element) => {
      control(element).checked = true
      control(element).dispatchEvent(new Event('change', { bubbles: true }))
    },
    'texts and settings of any kind': (element) => Object.assign(element, { messages: { label: 'On' }, line: undefined, lines: '1', maxRise: 1_000 }),
  }
  for (const [name, attempt] of Object.entries(attempts))
    it(`is not given by ${name}`, async () => {
      const element = await show(12_000)

      let changes = 0
      element.addEventListener('change', () => changes++)

      attempt(element)
      await element.updateComplete
      lookAgain()
      await waitUntil(() => !control(element).checked && !element.hasAttribute('checked'))

      expect(element.checked).to.equal(false)
      expect(field()).to.equal(null)
      expect(changes).to.equal(0)
    })

  it('is given by a key on the switch or a click on its label, even after a script has tried', async () => {
    const element = await show(12_000)
    control(element).click()

    await press(control(element))
    await waitUntil(field)
    await switchOff()
    await click(element.shadowRoot!.querySelector('label')!)
    await waitUntil(field)

    expect(consent()!.price).to.deep.equal({ cents: 300, currency: 'USD' })
  })

  it('is not given by markup', async () => {
    const element = await show(12_000, 'checked="checked" value="on" aria-checked="true"')

    expect(control(element).checked).to.equal(false)
    expect(field()).to.equal(null)
  })

  it('is sent with the token, with its time, wording, language and price', async () => {
    const element = await show(12_000)
    const before = Date.now()

    await press(control(element))
    await waitUntil(field)

    const { at, ...rest } = consent()!
    expect(rest).to.deep.equal({ wording: '2', lang: 'en', price: { cents: 300, currency: 'USD' } })
    expect(Date.parse(at)).to.be.within(before, Date.now())
  })

  it('stays unchanged when the price rises a little', async () => {
    const element = await show(12_000)
    await press(control(element))
    await waitUntil(field)
    const agreed = consent()

    element.amount = 13_000
    await waitUntil(() => price(element) === '$3.25' && new FormData(place).get('protection_quote_price_cents') === '325')

    expect(consent()).to.deep.equal(agreed)
  })

  it('distinguishes the shop’s own texts from the widget’s, and from each other', async () => {
    const wordings = []
    for (const words of ['<p slot="coverage" hidden>Loss</p>', '<p slot="coverage" hidden>Loss and theft</p>', '<p slot="coverage" hidden>Loss</p>']) {
      const element = await show(12_000, '', words)
      await press(control(element))
      await waitUntil(field)
      wordings.push(consent()!.wording)
      await switchOff()
    }
    const element = await show(12_000)
    element.messages = { label: 'Safe journey' }
    await element.updateComplete
    await press(control(element))
    await waitUntil(field)
    wordings.push(consent()!.wording)

    for (const wording of wordings) expect(wording).to.match(/^own:[0-9a-f]{8}$/)
    expect(wordings[2]).to.equal(wordings[0])
    expect(new Set(wordings).size).to.equal(3)
  })
})

const lookAgain = () => window.dispatchEvent(new Event('focus'))
