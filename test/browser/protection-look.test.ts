import { expect } from '@open-wc/testing'
import { sendMouse } from '@web/test-runner-commands'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { expectAccessible } from './accessible.ts'
import { accents, contrast, grounds, seen } from './contrast.ts'
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
/** Where the text inside the element stands. */
function textBox(element: Element) {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}
/** The colour that the card adds to the page's; none while it is off. */
const tintOf = (element: Element) => getComputedStyle(part(element, 'offer')).backgroundImage.match(/(rgba?|color|oklab)\([^)]*\)/)?.[0] ?? '#0000'
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
      const element = await show(`look="${look}"`, 'inline-size: 358px')
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
        if (attributes === 'look="buttons"') continue
        // The price stands beside the control; in a narrow compact column below it.
        const [price, control] = [textBox(part(element, 'price')), boxOf(element, 'switch')]
        const isBeside = price.right <= control.left + 11 && control.left - price.right <= 24 && price.top < control.bottom && price.bottom > control.top
        const isBelow = Math.abs(price.right - control.right) <= 1 && price.top >= control.bottom && price.top - control.bottom <= 24
        expect(isBeside || (attributes === 'layout="compact"' && isBelow), `price beside the control: ${JSON.stringify([price, control])}`).to.equal(true)
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
      expect(boxOf(element, 'label').right).to.be.at.most(boxOf(element, 'offer').right)
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

  it('shows the words of the shop in the middle of the card while nothing can be offered, so that no hole is left', async () => {
    for (const layout of ['full', 'compact']) {
      await fault({ status: 503, times: 1 })
      cents += 100
      place.innerHTML = `<storefront-protection cart="events" amount="${cents}" currency="USD" layout="${layout}">Ask us about protection.</storefront-protection>`
      const element = place.querySelector('storefront-protection')!
      await new Promise((resolve) => element.addEventListener('storefront-unavailable', resolve, { once: true }))
      await element.updateComplete
      const [card, words] = [boxOf(element, 'aside'), textBox(element)]

      expect(offered(element)).to.equal(false)
      expect(getComputedStyle(part(element, 'aside')).borderTopStyle).to.equal('solid')
      expect(Math.abs(words.top - card.top - (card.bottom - words.bottom)), layout).to.be.at.most(2)
      expect(words.left - card.left).to.be.at.least(12)
    }
  })

  it('draws no card where the shop has no words and there is no offer', async () => {
    await fault({ status: 503, times: 1 })
    cents += 100
    place.innerHTML = `<storefront-protection cart="events" amount="${cents}" currency="USD"></storefront-protection>`
    const element = place.querySelector('storefront-protection')!
    await new Promise((resolve) => element.addEventListener('storefront-unavailable', resolve, { once: true }))
    await element.updateComplete

    expect(getComputedStyle(part(element, 'aside')).borderTopStyle).to.equal('none')
  })

  it('has a shield on a tile in the colour of the accent, beside the name, down to 20 em', async () => {
    for (const layout of ['full', 'compact'])
      for (const [width, size] of [
        ['40em', 40],
        ['24em', 36],
        ['21em', 22],
        ['20em', 22],
      ] as const) {
        const element = await show(`layout="${layout}"`, `inline-size: ${width}; --storefront-accent: rgb(154, 58, 31)`)
        const { fill, stroke, backgroundColor } = getComputedStyle(part(element, 'shield'))

        expect([seen(fill), stroke, seen(backgroundColor)]).to.deep.equal([[255, 255, 255], 'none', [154, 58, 31]])
        const [shield, name] = [boxOf(element, 'shield'), boxOf(element, 'label')]
        expect([shield.width, shield.height]).to.deep.equal([size, size])
        expect(shield.right).to.be.at.most(name.left)
        if (layout === 'compact' || width !== '40em') expect(shield.top + shield.bottom).to.be.closeTo(name.top + name.bottom, 2)
      }
  })

  it('has name, price and switch in one row, down to 16 em', async () => {
    for (const look of ['switch', 'checkbox'])
      for (const layout of ['full', 'compact'])
        for (const width of ['40em', '24em', '20em', '16em']) {
          const element = await show(`look="${look}" layout="${layout}"`, `inline-size: ${width}`)
          const [name, price, toggle] = ['label', 'price', 'switch'].map((name) => boxOf(element, name)) as [DOMRect, DOMRect, DOMRect]

          for (const { top, bottom } of [name, price]) {
            expect(bottom, `${layout} ${width}`).to.be.above(toggle.top + 8)
            expect(top, `${layout} ${width}`).to.be.below(toggle.bottom - 8)
          }
          expect(name.right).to.be.at.most(price.left)
          expect(price.right).to.be.at.most(toggle.left + 1)
        }
  })

  it('has its name in one line on a phone, and its text below the name', async () => {
    for (const look of ['switch', 'checkbox']) {
      const element = await show(`look="${look}"`, 'inline-size: 358px')
      const [name, description, more] = ['label', 'description', 'more'].map((name) => boxOf(element, name)) as [DOMRect, DOMRect, DOMRect]

      expect(name.height, look).to.be.below(2 * 15)
      expect([description.left, more.left], look).to.deep.equal([name.left, name.left])
    }
  })

  for (const [ground, text] of grounds)
    it(`can be read and used on ${ground} with text of ${text}, whatever the accent, off and on`, async () => {
      const element = await show()
      for (const isOn of [false, true]) {
        if (isOn) await press(control(element))
        await element.updateComplete
        for (const accent of accents) {
          place.style.cssText = `background: ${ground}; color: ${text}; ${accent && `--storefront-accent: ${accent}`}`
          const tint = tintOf(element)
          const card = seen(ground, tint)
          const over = (front: string, ...layers: string[]) => contrast(seen(ground, tint, ...layers, front), seen(ground, tint, ...layers))
          const { fill, backgroundColor } = getComputedStyle(part(element, 'shield'))
          const about = `with accent ${accent}, on: ${isOn}`

          expect(over(fill, backgroundColor), `shield ${about}`).to.be.at.least(3)
          for (const name of ['more', 'label', 'price', 'description', 'state'])
            expect(over(getComputedStyle(part(element, name)).color), `${name} ${about}`).to.be.at.least(4.5)
          if (isOn) expect(over(getComputedStyle(part(element, 'state').children[1]!).color), `added ${about}`).to.be.at.least(4.5)
          // The knob is a hole in the track.
          const { backgroundImage, borderTopColor } = getComputedStyle(part(element, 'switch'), '::before')
          const track = isOn ? borderTopColor : backgroundImage.match(/(rgba?|color|oklab)\([^)]*\)/g)![1]!
          expect(contrast(seen(ground, tint, track), card), `track ${about}`).to.be.at.least(3)
        }
      }
    })

  it('shows its link in the colour of the accent, and underlined', async () => {
    const element = await show('', '--storefront-accent: rgb(0, 0, 255)')
    const { color, textDecorationLine } = getComputedStyle(part(element, 'more'))
    const [red, green, blue] = seen('#fff', color)

    expect(textDecorationLine).to.equal('underline')
    expect(blue! - Math.max(red!, green!)).to.be.at.least(80)
  })

  it('says in a word whether it is in the cart, and does not say so before the page has made the change', async () => {
    cents += 100
    place.innerHTML = `<storefront-protection cart="events" amount="${cents}" currency="USD" lines="0"></storefront-protection>`
    const element = place.querySelector('storefront-protection')!
    const words = () =>
      [...part(element, 'state').children].filter((word) => word.checkVisibility({ visibilityProperty: true })).map(({ textContent }) => textContent)
    await waitUntil(() => part(element, 'price')?.textContent)
    expect(words()).to.deep.equal(['Not added'])
    expect(part(element, 'state').ariaHidden).to.equal('true')
    let made = () => {}
    element.addEventListener('storefront-chosen', (event) => event.waitUntil(new Promise<void>((resolve) => (made = resolve))), { once: true })

    await press(control(element))
    await waitUntil(() => words().join() === 'Updating…', 'does not say that the page is making the change')
    made()
    await waitUntil(() => words().join() === 'Added')
    await expectAccessible(element)

    await press(control(element))
    await waitUntil(() => words().join() === 'Not added')
  })

  it('says whether it is added below the price and beside the switch', async () => {
    for (const layout of ['full', 'compact'])
      for (const width of ['40em', '24em', '20em']) {
        const element = await show(`layout="${layout}"`, `inline-size: ${width}`)
        const [price, toggle, state] = ['price', 'switch', 'state'].map((name) => boxOf(element, name)) as [DOMRect, DOMRect, DOMRect]

        expect(toggle.left - state.right, `${layout} ${width}`).to.be.within(0, 12)
        expect(state.top - price.bottom, `${layout} ${width}`).to.be.within(0, 4)
        expect((price.top + state.bottom) / 2 - (toggle.top + toggle.bottom) / 2, `${layout} ${width}`).to.be.within(-4, 4)
      }
  })

  it('looks clearly different once it is on: another colour of the card, a track and a word in green, whatever the accent, and a tick in the knob', async () => {
    const element = await show('', 'background: #fff; color: #111; --storefront-accent: rgb(154, 58, 31)')
    const look = () => {
      const card = getComputedStyle(part(element, 'offer'))
      return {
        card: seen('#fff', tintOf(element)),
        ring: card.boxShadow,
        tick: getComputedStyle(control(element), '::after').visibility,
      }
    }
    const off = look()

    await press(control(element))
    await element.updateComplete
    const on = look()

    expect([off.ring, off.tick, on.ring === 'none', on.tick]).to.deep.equal(['none', 'hidden', false, 'visible'])
    expect(Math.max(...on.card.map((part, index) => Math.abs(part - off.card[index]!)))).to.be.at.least(15)
    const colours = [getComputedStyle(control(element), '::before').borderTopColor, getComputedStyle(part(element, 'state').children[1]!).color]
    for (const colour of colours) {
      const [red, green] = seen('#fff', colour)
      expect(green! - red!).to.be.at.least(40)
    }
  })

  it('keeps the place of each part while the word about the cart changes', async () => {
    document.documentElement.lang = 'de'
    const element = await show('', 'inline-size: 20em')
    await waitUntil(() => part(element, 'label').textContent === 'Versandschutz')
    const boxes = () => ['more', 'price', 'state', 'switch'].map((name) => JSON.stringify(boxOf(element, name)))
    const before = boxes()

    await press(control(element))
    await element.updateComplete

    expect(boxes()).to.deep.equal(before)
  })

  it('keeps the place and the size of both buttons and their words when one is pressed', async () => {
    for (const width of ['40em', '21em', '16em']) {
      const element = await show('look="buttons"', `inline-size: ${width}`)
      const boxes = () => choices(element).map((button) => JSON.stringify([button.getBoundingClientRect(), textBox(button)]))
      const before = boxes()
      for (const button of choices(element)) {
        await press(button)
        await element.updateComplete
        expect(boxes(), width).to.deep.equal(before)
      }
    }
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
