import { expect } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { waitUntil } from './wait-until.ts'
import { expectAccessible } from './accessible.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
StorefrontProtection.proxy = proxy
const place = document.body.appendChild(document.createElement('main'))

const root = () => place.querySelector('storefront-protection')!.shadowRoot!
const more = () => root().querySelector<HTMLElement>('[part=more]')!
const dialog = () => root().querySelector('dialog')
const focused = () => root().activeElement?.getAttribute('part')

async function show(inside = '') {
  place.innerHTML = `<storefront-protection proxy="${proxy}" cart="events" amount="12000" currency="USD">${inside}</storefront-protection>`
  await waitUntil(() => root()?.querySelector('[part=price]')?.textContent === '$3.00')
}

async function open() {
  more().click()
  await waitUntil(() => dialog()?.open)
}

describe('the dialog of storefront-protection', () => {
  before(() => (document.documentElement.lang = 'en'))

  it('shows what is covered, what is not, and who covers it, under the words of the link', async () => {
    await show()

    await open()

    expect(dialog()!.matches(':modal')).to.equal(true)
    expect(dialog()!.querySelector('h2')!.textContent).to.equal('What’s covered')
    expect(Array.from(dialog()!.querySelectorAll('h3'), ({ textContent }) => textContent)).to.deep.equal([
      'Lost on the way',
      'Stolen on the way',
      'Arrives damaged',
      'Not covered',
      'Your choice',
    ])
    expect(dialog()!.textContent).to.contain('together with our protection partner')
    expect(dialog()!.textContent).to.not.match(/insur/i)
  })

  it('opens by keyboard, closes by Escape, returns the focus, and leaves the switch unchanged', async () => {
    await show()
    const escapes: string[] = []
    place.addEventListener('keydown', ({ key }) => key === 'Escape' && escapes.push(key))

    more().focus()
    await sendKeys({ press: 'Enter' })
    await waitUntil(() => dialog()?.open)
    expect(focused()).to.equal('close')
    await sendKeys({ press: 'Escape' })
    await waitUntil(() => !dialog()!.open)

    expect(focused()).to.equal('more')
    expect(root().querySelector('input')!.checked).to.equal(false)
    // A drawer around the dialog would have closed as well.
    expect(escapes).to.deep.equal([])
  })

  it('closes by its button and by a click outside', async () => {
    await show()
    await open()
    root().querySelector<HTMLElement>('[part=close]')!.click()
    expect(dialog()!.open).to.equal(false)

    await open()
    dialog()!.click()
    expect(dialog()!.open).to.equal(false)
    expect(focused()).to.equal('more')
  })

  it('stays closed if the element updates in the same frame', async () => {
    await show()
    const element = place.querySelector('storefront-protection')!

    for (const times of [1, 2]) {
      await open()
      root().querySelector<HTMLElement>('[part=close]')!.click()
      for (let update = 0; update < times; update += 1) {
        element.requestUpdate()
        await element.updateComplete
        expect(dialog()!.open).to.equal(false)
      }
    }
    expect(focused()).to.equal('more')
  })

  it('shows the shop’s own texts and links, which are hidden before', async () => {
    await show('<ul slot="coverage" hidden><li>Broken mugs</li></ul><p slot="provider">Safe Journey</p><a slot="terms" hidden href="/terms">Terms</a>')
    const [list, provider, terms] = place.querySelectorAll<HTMLElement>('[slot]')
    expect([list, provider, terms].map((words) => words!.checkVisibility())).to.deep.equal([false, false, false])

    await open()

    expect([list, provider, terms].map((words) => words!.checkVisibility({ visibilityProperty: true }))).to.deep.equal([true, true, true])
    terms!.focus()
    expect(document.activeElement).to.equal(terms)
    // Parts without a text of the shop keep the widget's text.
    expect(dialog()!.textContent).to.contain('Downloads')
  })

  it('uses texts that the page sets', async () => {
    await show()
    Object.assign(place.querySelector('storefront-protection')!, { messages: { more: 'Safe journey', coveredLoss: 'We find it' } })
    await place.querySelector('storefront-protection')!.updateComplete

    await open()

    expect(dialog()!.querySelector('h2')!.textContent).to.equal('Safe journey')
    expect(dialog()!.querySelector('h3')!.textContent).to.equal('We find it')
  })

  it('names days and amounts only where the shop gives them', async () => {
    const details = () => Array.from(dialog()!.querySelectorAll('[part=benefit] p, [part=limit]'), ({ textContent }) => textContent)
    await show()
    await open()
    expect(details()).to.deep.equal([])

    for (const [lost, claim, limit, expected] of [
      [
        '14',
        '30',
        '50000',
        ['Counts as lost after 14 days without a scan', 'Tell us within 30 days of delivery', 'Tell us within 30 days of delivery', 'Up to $500.00 per order'],
      ],
      ['1', '', '-1', ['Counts as lost after 1 day without a scan']],
      ['soon', '0', 'all', []],
    ] as const) {
      await show()
      const element = place.querySelector('storefront-protection')!
      for (const [name, value] of Object.entries({ 'lost-after-days': lost, 'claim-within-days': claim, 'covers-up-to': limit }))
        element.setAttribute(name, value)
      await open()
      expect(details()).to.deep.equal(expected)
    }
  })

  for (const dir of ['ltr', 'rtl'])
    it(`fits a screen of 320 by 256, ${dir}, and scrolls`, async () => {
      await setViewport({ width: 320, height: 256 })
      document.documentElement.dir = dir
      await show()

      await open()

      const { left, right, top, bottom } = dialog()!.getBoundingClientRect()
      expect([left >= 0, right <= 320, top >= 0, bottom <= 256]).to.deep.equal([true, true, true, true])
      const words = dialog()!.querySelector('[role=group]')!
      expect(words.scrollWidth).to.equal(words.clientWidth)
      expect(words.scrollHeight).to.be.greaterThan(words.clientHeight)
      document.documentElement.removeAttribute('dir')
      await setViewport({ width: 800, height: 600 })
    })

  it('has no accessibility fault', async () => {
    await show()

    await open()

    await expectAccessible(place.querySelector('storefront-protection')!)
  })
})
