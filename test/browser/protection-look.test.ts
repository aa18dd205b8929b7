import { expect } from '@open-wc/testing'
import { sendMouse } from '@web/test-runner-commands'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { expectAccessible } from './accessible.ts'
import { click, press } from './press.ts'
import { fault, mend, place, proxy } from './shop-cart.ts'
import { control, offered, part } from './toggle.ts'
import { waitUntil } from './wait-until.ts'

StorefrontProtection.proxy = proxy

let cents = 20_000

/** Shows an offer for goods that no test has asked for before. */
async function show(attributes = '', style = '') {
  cents += 100
  place.style.cssText = style
  place.innerHTML = `<storefront-protection cart="form" amount="${cents}" currency="USD" ${attributes}></storefront-protection>`
  const element = place.querySelector('storefront-protection')!
  await waitUntil(() => part(element, 'price')?.textContent && part(element, 'offer').ariaBusy === 'false', 'no price')
  return element
}

const boxOf = (element: Element, name: string) => part(element, name).getBoundingClientRect()
const choices = (element: Element) => [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=choice]')]
const pressed = (element: Element) => choices(element).map(({ ariaPressed }) => ariaPressed)

describe('the look of storefront-protection', () => {
  beforeEach(async () => {
    document.documentElement.lang = 'en'
    await mend()
    // The page's offer outlives its elements: a form that is reset takes the choice back.
    place.innerHTML = `<form><storefront-protection cart="form"></storefront-protection></form>`
    const element = place.querySelector('storefront-protection')!
    await element.updateComplete
    place.querySelector('form')!.reset()
    await waitUntil(() => !element.checked)
  })
  after(() => (place.style.cssText = ''))

  for (const look of ['switch', 'checkbox'])
    it(`is switched by the ${look} and by its label, and by no other place in the card`, async () => {
      const element = await show(`look="${look}"`, 'inline-size: 350px')
      const card = boxOf(element, 'offer')
      const own = ['switch', 'label', 'more'].map((name) => boxOf(element, name))
      for (let x = card.left + 4; x < card.right; x += 23)
        for (let y = card.top + 4; y < card.bottom; y += 11) {
          if (own.some(({ left, right, top, bottom }) => x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1)) continue
          const target = element.shadowRoot!.elementFromPoint(x, y)!
          expect(target.closest('label, input, button'), `${x - card.left}, ${y - card.top}`).to.equal(null)
        }
      // Five pixels beside the link, where a tap once bought protection.
      const { right, top, height } = boxOf(element, 'more')
      await sendMouse({ type: 'click', position: [Math.round(right + 5), Math.round(top + height / 2)] })
      expect(element.checked).to.equal(false)

      await click(part(element, 'label'))
      expect(element.checked).to.equal(true)
      await click(control(element))
      expect(element.checked).to.equal(false)
    })

  for (const attributes of ['', 'look="checkbox"', 'look="buttons"', 'layout="compact"', 'density="tight"'])
    it(`has targets of 44 pixels, and keeps inside its width, down to 16 em: ${attributes || 'by default'}`, async () => {
      for (const width of ['40em', '21em', '16em']) {
        const element = await show(attributes, `inline-size: ${width}`)
        const card = boxOf(element, 'offer')
        const targets = [...element.shadowRoot!.querySelectorAll('input, button')]
        for (const target of targets) {
          const { width, height, right, bottom } = target.getBoundingClientRect()
          expect(Math.min(width, height), target.outerHTML).to.be.at.least(44)
          expect(right).to.be.at.most(card.right + 1)
          expect(bottom).to.be.at.most(card.bottom + 1)
        }
        const [one, other] = targets.slice(0, 2).map((target) => target.getBoundingClientRect())
        expect(
          one!.right <= other!.left || other!.right <= one!.left || one!.bottom <= other!.top + 1 || other!.bottom <= one!.top + 1,
          'targets overlap',
        ).to.equal(true)
        // Name and price share the first row.
        const [label, price] = ['label', 'price'].map((name) => boxOf(element, name)) as [DOMRect, DOMRect]
        const middle = (price.top + price.bottom) / 2
        if (attributes !== 'look="buttons"') expect(middle >= label.top && middle <= label.bottom && label.right <= price.left, 'one row').to.equal(true)
      }
    })

  it('breaks no word of its name inside, in a narrow column', async () => {
    for (const [lang, text] of [
      ['nl', 'Pakket\u00adbescherming'],
      ['de', 'Versandschutz'],
    ]) {
      document.documentElement.lang = lang!
      const element = await show('', 'inline-size: 16em')
      await waitUntil(() => part(element, 'label').textContent === text)
      const { firstChild } = part(element, 'label')
      const range = document.createRange()
      const lineOf = (at: number) => {
        range.setStart(firstChild!.nextSibling!, at)
        range.setEnd(firstChild!.nextSibling!, at + 1)
        // A character after a soft hyphen reports the end of the line before, too.
        return Math.round([...range.getClientRects()].at(-1)!.top)
      }
      for (const word of text!.matchAll(/[^\s\u00ad]+/g)) {
        expect(new Set(Array.from(word[0], (_, at) => lineOf(word.index + at))).size, word[0]).to.equal(1)
      }
      expect(boxOf(element, 'label').right).to.be.at.most(boxOf(element, 'price').left)
    }
  })

  it('keeps the place of the price before it is there, and offers nothing to press', async () => {
    await fault({ delay_ms: 800, times: 1 })
    cents += 100
    // The first of its kind on this page, so that no price is known.
    place.innerHTML = `<storefront-protection cart="events" amount="${cents}" currency="USD"></storefront-protection>`
    const element = place.querySelector('storefront-protection')!
    await waitUntil(() => part(element, 'offer')?.ariaBusy === 'true' && offered(element))
    expect([part(element, 'price').textContent, control(element).disabled]).to.deep.equal(['', true])
    const before = ['offer', 'label', 'switch'].map((name) => JSON.stringify(boxOf(element, name)))

    await waitUntil(() => part(element, 'price').textContent)

    expect(control(element).disabled).to.equal(false)
    expect(['offer', 'label', 'switch'].map((name) => JSON.stringify(boxOf(element, name)))).to.deep.equal(before)
  })

  it('asks by two buttons of one weight, neither of them chosen at first', async () => {
    const element = await show('look="buttons"')
    const [protect, without] = choices(element) as [HTMLElement, HTMLElement]
    expect([protect, without].map(({ innerText }) => innerText.trim())).to.deep.equal([
      `Protect my order for ${part(element, 'price').textContent}`,
      'Continue without',
    ])
    expect(pressed(element)).to.deep.equal(['false', 'false'])
    const looks = [protect, without].map((button) => {
      const { font, color, backgroundColor, borderColor, boxShadow, inlineSize, blockSize } = getComputedStyle(button)
      return { font, color, backgroundColor, borderColor, boxShadow, inlineSize, blockSize }
    })
    expect(looks[0]).to.deep.equal(looks[1])
    const changes: boolean[] = []
    element.addEventListener('change', () => changes.push(element.checked))

    await press(without)
    await element.updateComplete
    expect([element.checked, ...pressed(element)]).to.deep.equal([false, 'false', 'true'])
    protect.click()
    await element.updateComplete
    expect([element.checked, ...pressed(element)]).to.deep.equal([false, 'false', 'true'])
    await press(protect)
    await element.updateComplete
    expect([element.checked, ...pressed(element)]).to.deep.equal([true, 'true', 'false'])
    await expectAccessible(element)
    await press(without)
    await element.updateComplete

    expect([element.checked, ...pressed(element)]).to.deep.equal([false, 'false', 'true'])
    expect(changes).to.deep.equal([false, true, false])
  })
})
