import { expect, oneEvent } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import type { ApplyingEvent } from '../../src/loyalty/events/consulting.events.ts'
import '../../src/loyalty/define.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntil } from './wait-until.ts'
import { wordsIn } from './words-in.ts'

const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }
StorefrontLoyalty.proxy = proxy

const mira = '700100200301'
const place = document.body.appendChild(document.createElement('main'))
document.documentElement.lang = 'en'
document.title = 'Loyalty'
let visits = 0

function show(attributes: string) {
  place.innerHTML = `<storefront-loyalty ${attributes}></storefront-loyalty>`
  return place.querySelector('storefront-loyalty')!
}
const visit = (attributes = '') => show(`assertion-url="/shop/assertion?sub=${mira}&screen=${++visits}" ${attributes}`)

const all = (element: Element, name: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(`[part~=${name}]`)]
async function part(element: Element, name: string) {
  await waitUntil(() => element.shadowRoot && all(element, name)[0], `no ${name}`)
  return all(element, name)[0]!
}
const textOf = (found?: HTMLElement) => found?.innerText.replace(/\s+/g, ' ').trim() ?? ''
/** How far two colours stand apart (WCAG 2.2), as the browser paints them. */
function contrast(...colours: [string, string]) {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const [light, dark] = colours
    .map((colour) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    })
    .sort((one, other) => other - one)
  return (light! + 0.05) / (dark! + 0.05)
}
const redemptions = async () => ((await (await fetch(`${services}/_control/state?of=redemptions`)).json()) as { redemptions: { amount: number }[] }).redemptions

describe('the screen of the loyalty panel', () => {
  beforeEach(async () => {
    await fetch(`${services}/_control/faults`, { method: 'DELETE' })
    await fetch(`${services}/_control/reset`, { method: 'POST' })
  })

  for (const [lang, rows] of [
    ['ar', 2],
    ['en', 1],
  ] as const)
    it(`puts the amounts to choose from in ${rows} even rows on a screen of 320 pixels, in the language ${lang}`, async () => {
      await setViewport({ width: 320, height: 640 })
      place.style.fontSize = '16px'
      const element = visit(`lang="${lang}"`)
      await part(element, 'choice')

      const boxes = all(element, 'choice').map((choice) => choice.getBoundingClientRect())
      expect(new Set(boxes.map(({ top }) => top)).size).to.equal(rows)
      expect(new Set(boxes.map(({ width }) => Math.round(width))).size).to.equal(1)
      for (const choice of all(element, 'choice')) {
        const range = document.createRange()
        range.selectNodeContents(choice)
        expect(new Set([...range.getClientRects()].map(({ top }) => top)).size, choice.innerText).to.equal(1)
      }
      await setViewport({ width: 800, height: 600 })
    })

  it('shows what an amount takes off the cart, and redeems it once that is confirmed', async () => {
    const element = visit('cart-amount="6200" cart-currency="USD"')
    await part(element, 'redeem-now')
    expect(all(element, 'choice').map(textOf)).to.deep.equal(['$5', '$10', '$20', 'All'])
    expect(textOf(all(element, 'sum')[0])).to.equal('Your cart $62.00 Your credits −$20.00 You pay $42.00')

    all(element, 'choice')[1]!.click()
    await waitUntil(() => textOf(all(element, 'redeem-now')[0]) === 'Redeem $10.00', 'the amount is not chosen')
    expect(all(element, 'choice').map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['false', 'true', 'false', 'false'])
    expect(textOf(all(element, 'sum')[0])).to.include('You pay $52.00')
    await expectAccessible(element)
    all(element, 'redeem-now')[0]!.click()

    await part(element, 'get')
    expect(textOf(all(element, 'question')[0])).to.equal('Redeem $10.00?')
    expect(textOf(all(element, 'confirm')[0])).to.include('You pay $52.00 You’ll get a code for $10.00')
    await expectAccessible(element)
    expect(await redemptions()).to.deep.equal([])
    all(element, 'get')[0]!.click()

    await part(element, 'held-code')
    expect((await redemptions()).map(({ amount }) => amount)).to.deep.equal([10])
  })

  it('takes any amount by a slider in sight, and by its keys', async () => {
    const element = visit('cart-amount="6200" cart-currency="USD"')
    const slider = (await part(element, 'any')) as HTMLInputElement
    expect([slider.ariaLabel, slider.getAttribute('aria-valuetext')]).to.deep.equal(['Redeem credits', '$20.00'])
    expect(slider.getBoundingClientRect().height).to.be.at.least(44)

    slider.focus()
    await sendKeys({ press: 'ArrowRight' })
    await waitUntil(() => textOf(all(element, 'redeem-now')[0]) === 'Redeem $20.50', 'the amount does not follow')
    expect(all(element, 'choice').map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['false', 'false', 'false', 'false'])
    expect(textOf(all(element, 'sum')[0])).to.include('You pay $41.50')
    await sendKeys({ press: 'End' })
    await waitUntil(() => textOf(all(element, 'redeem-now')[0]) === 'Redeem $42.50', 'the end is not the whole balance')
    await sendKeys({ press: 'Home' })

    await waitUntil(() => textOf(all(element, 'redeem-now')[0]) === 'Redeem $0.50', 'the least is not one step')
    expect(element.shadowRoot!.activeElement).to.equal(slider)
  })

  it('shows the amounts at the ends of the slider, and the field for another amount with the amount in it', async () => {
    const element = visit()
    const ends = await part(element, 'ends')
    const slider = all(element, 'any')[0]!.getBoundingClientRect()
    const [least, most] = [...ends.children].map((end) => end.getBoundingClientRect())

    expect(textOf(ends)).to.equal('$0.50 $42.50')
    expect([least!.left - slider.left, slider.right - most!.right].map(Math.round)).to.deep.equal([0, 0])
    expect(least!.top).to.be.at.least(slider.top + 28)
    const field = all(element, 'other')[0]!
    expect([textOf(field), getComputedStyle(field).borderTopStyle, getComputedStyle(field).cursor]).to.deep.equal(['Other amount $20.00', 'solid', 'text'])
    expect(field.getBoundingClientRect().height).to.be.at.least(44)

    field.click()
    await waitUntil(() => element.shadowRoot!.activeElement?.id === 'amount', 'the field has no focus')
  })

  it('is left by Escape and by Back without redeeming, with the chosen amount and the focus where they were', async () => {
    const element = visit()
    await part(element, 'redeem-now')
    all(element, 'choice')[0]!.click()
    await waitUntil(() => textOf(all(element, 'redeem-now')[0]) === 'Redeem $5.00', 'the amount is not chosen')
    const isFocused = (id: string) => waitUntil(() => element.shadowRoot!.activeElement?.id === id, `${id} is not focused`)
    const isAsked = async () => {
      all(element, 'redeem-now')[0]!.focus()
      await sendKeys({ press: 'Enter' })
      await isFocused('confirm')
    }

    await isAsked()
    await sendKeys({ press: 'Escape' })
    await isFocused('redeem-now')
    expect(textOf(all(element, 'redeem-now')[0])).to.equal('Redeem $5.00')
    expect(all(element, 'choice').map(({ ariaPressed }) => ariaPressed)).to.deep.equal(['true', 'false', 'false', 'false'])

    await isAsked()
    for (const key of ['Tab', 'Tab', 'Enter']) await sendKeys({ press: key })
    await isFocused('redeem-now')
    expect(await redemptions()).to.deep.equal([])

    await isAsked()
    for (const key of ['Tab', 'Enter']) await sendKeys({ press: key })
    await part(element, 'held-code')
    expect((await redemptions()).map(({ amount }) => amount)).to.deep.equal([5])
  })

  it('does not take the second click of a double click for a confirmation', async () => {
    const element = visit()
    ;(await part(element, 'redeem-now')).click()
    await part(element, 'get')
    all(element, 'get')[0]!.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 2 }))

    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await redemptions()).to.deep.equal([])
  })

  it('does not break an amount to choose, however narrow the screen and large the text', async () => {
    place.style.cssText = 'inline-size: 280px; font-size: 32px'
    try {
      const element = visit('lang="ar" dir="rtl" cart-amount="6200" cart-currency="USD"')
      await part(element, 'choice')

      for (const choice of all(element, 'choice')) {
        const range = document.createRange()
        range.selectNodeContents(choice)
        expect(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size, textOf(choice)).to.equal(1)
      }
    } finally {
      place.removeAttribute('style')
    }
  })

  for (const lang of ['pt', 'fr'])
    it(`breaks no word at the top of the card on a narrow screen, in the language ${lang}`, async () => {
      place.style.inlineSize = '288px'
      try {
        const element = visit(`lang="${lang}"`)
        const since = await part(element, 'since')
        await waitUntil(() => /Membr/.test(textOf(since)), 'not in that language')
        for (const name of ['tier-name', 'greeting', 'since'])
          for (const word of wordsIn(all(element, name)[0]!)) expect(word.getClientRects(), word.toString()).to.have.length(1)
      } finally {
        place.removeAttribute('style')
      }
    })

  it('shows the sections that an attribute names, in its order', async () => {
    const element = visit('sections="history membership"')
    await part(element, 'history')
    const shown = () => ['history', 'pass', 'benefits', 'tier', 'campaigns'].map((name) => all(element, name)[0]?.getBoundingClientRect().top)
    await waitUntil(() => shown()[1], 'no membership')
    const [history, pass, ...others] = shown()

    expect(history).to.be.below(pass!)
    expect(others).to.deep.equal([undefined, undefined, undefined])
    expect(all(element, 'leave')[0]!.getBoundingClientRect().top).to.be.above(pass!)
    element.sections = ''
    await waitUntil(() => shown().every((top) => top !== undefined), 'not all sections')
    expect(shown()[1]).to.equal(Math.min(...(shown() as number[])))
  })

  it('opens the page that uses a code, unless the page of the shop sees to it', async () => {
    const element = visit('apply-url="/discount/{code}?redirect=/cart"')
    for (const step of ['redeem-now', 'get']) (await part(element, step)).click()
    const use = await part(element, 'use')
    const code = textOf(all(element, 'code')[0])
    expect(use.getAttribute('href')).to.equal(`/discount/${encodeURIComponent(code)}?redirect=/cart`)

    place.addEventListener('storefront-applying', (event) => event.waitUntil(Promise.resolve()), { once: true })
    const applying = oneEvent<ApplyingEvent>(place, 'storefront-applying')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
    use.dispatchEvent(click)

    expect((await applying).code).to.equal(code)
    expect(click.defaultPrevented).to.equal(true)
  })

  it('filters the history', async () => {
    const element = visit()
    await part(element, 'filter')
    const [, earned, redeemed] = all(element, 'filter')

    redeemed!.click()
    await waitUntil(() => !all(element, 'given').length, 'credits that were earned are still there')
    expect(all(element, 'taken').length).to.be.above(0)
    earned!.click()
    await waitUntil(() => !all(element, 'taken').length && all(element, 'given').length, 'does not show what was earned')
  })

  it('compares the tiers by all that they give, in the same rows, where there is room for columns', async () => {
    try {
      place.style.inlineSize = '1100px'
      const element = visit()
      await part(element, 'perks')
      const columns = all(element, 'perks').map((perks) => [...perks.children] as HTMLElement[])

      const rows = columns.map((perks) => perks.map((perk) => Math.round(perk.getBoundingClientRect().top)).join())
      expect(new Set(rows).size).to.equal(1)
      expect(columns[0]!.map(textOf)).to.deep.equal([
        ...['A gift on your birthday $5', 'Welcome credits $5', 'Free shipping On every order over $75.'],
        ...['Anniversary credits', 'Early access', 'The seconds shelf', '10% off letterpress'],
      ])
      expect(columns[0]!.map((perk) => perk.ariaHidden)).to.deep.equal([null, null, null, 'true', 'true', 'true', 'true'])
      expect(textOf(columns[3]![0])).to.equal('A gift on your birthday $20')
      await expectAccessible(element)
    } finally {
      place.removeAttribute('style')
    }
  })

  it('compares the tiers side by side on a phone once the shopper asks for it, and marks the member’s', async () => {
    place.style.inlineSize = '390px'
    try {
      const element = visit()
      const opener = await part(element, 'compare')
      expect(textOf(opener)).to.equal('Compare tiers')
      expect(opener.getBoundingClientRect().height).to.be.at.least(44)
      expect(all(element, 'table')).to.have.length(0)

      opener.click()
      const table = await part(element, 'table')
      const rows = [...table.querySelectorAll('tr')]
      expect([rows[0]!, rows[2]!, rows.at(-1)!].map(textOf)).to.deep.equal([
        'Member Silver Gold Platinum',
        'Credits back 2% 3% 5% 8%',
        '10% off letterpress – – –',
      ])
      expect([...table.querySelectorAll<HTMLElement>('[aria-current]')].map(textOf)).to.deep.equal(['Gold'])
      const cells = [...rows[2]!.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect())
      expect(new Set(cells.map(({ top }) => top)).size).to.equal(1)
      expect(cells.at(-1)!.right).to.be.at.most(place.getBoundingClientRect().right)
      await expectAccessible(element)

      place.style.inlineSize = '1100px'
      await waitUntil(() => !opener.checkVisibility(), 'compares twice where the ladder has columns')
    } finally {
      place.removeAttribute('style')
    }
  })

  it('names what the next tier gives once: in a card of its own, or where there is room for columns among the tiers', async () => {
    place.style.inlineSize = '390px'
    try {
      const element = visit()

      expect(textOf(await part(element, 'next-tier'))).to.include('Unlock with Platinum 8% back in credits')
      place.style.inlineSize = '1100px'
      await waitUntil(() => textOf(all(element, 'perks')[3]).includes('Early access'), 'the tiers are not compared')
      expect(all(element, 'next-tier')[0]!.checkVisibility()).to.equal(false)
      element.sections = 'membership benefits'
      await waitUntil(() => all(element, 'next-tier')[0]?.checkVisibility(), 'the card is missing where no tiers are shown')
    } finally {
      place.removeAttribute('style')
    }
  })

  it('keeps the place of a part that was late and is empty', async () => {
    const send = window.fetch
    let isLate = true
    window.fetch = async (...request) => {
      const answer = await send(...request)
      if (!/\/v1\/(session|me)(\?|$)/.test(String(request[0]))) return answer
      const json = (await answer.json()) as { membership?: object }
      const change = { campaigns: [], unavailable: isLate ? ['campaigns'] : [] }
      return Response.json(json.membership ? { ...json, membership: { ...json.membership, ...change } } : { ...json, ...change })
    }
    try {
      const element = visit()
      await waitUntil(() => textOf(all(element, 'campaigns')[0]).includes('We can’t show this right now'), 'is not late')
      const { height } = all(element, 'campaigns')[0]!.getBoundingClientRect()
      isLate = false
      await element.refresh()

      await waitUntil(() => textOf(all(element, 'campaigns')[0]).includes('Nothing here yet'), 'its place is gone')
      expect(all(element, 'campaigns')[0]!.getBoundingClientRect().height).to.equal(height)
    } finally {
      window.fetch = send
    }
  })

  for (const [ground, look] of Object.entries({
    'a light page': 'background: #fff; color: #222',
    'a dark section without a colour scheme': 'background: #111; color: #eee; color-scheme: light',
    'a page whose accent is its ground': 'background: #fff; color: #222; --storefront-accent: #fff',
  }))
    it(`tells tiers that are reached, the member’s and those above apart by form, on ${ground}`, async () => {
      place.style.cssText = look
      try {
        const element = visit()
        await part(element, 'rung')
        const rungs = all(element, 'rung')
        const marks = all(element, 'mark')
        const forms = marks.map((mark) => mark.querySelector('path')!.getAttribute('d'))

        expect(rungs.map((rung) => textOf(rung.querySelector('div')!))).to.deep.equal([
          'Member Reached 2% back in credits',
          'Silver Reached 3% back in credits from $150 a year',
          'Gold Your tier 5% back in credits from $400 a year',
          'Platinum Not reached yet 8% back in credits from $1,000 a year $487.70 to Platinum',
        ])
        expect(forms[0]).to.equal(forms[1])
        expect(new Set(forms).size).to.equal(3)
        const shown = rungs.map((rung) => rung.querySelector('b + span')!.getBoundingClientRect().width > 1)
        expect(shown, 'only the tier of the member is named as such').to.deep.equal([false, false, true, false])
        for (const mark of marks) expect(contrast(getComputedStyle(mark).fill, getComputedStyle(place).backgroundColor)).to.be.at.least(3)
      } finally {
        place.removeAttribute('style')
      }
    })

  it('shows what expires next on the card, below the balance', async () => {
    const element = visit()
    const expiring = await part(element, 'expiring')
    const [pass, balance] = [all(element, 'pass')[0]!, all(element, 'balance')[0]!]

    expect(pass.contains(expiring)).to.equal(true)
    expect(expiring.getBoundingClientRect().top - balance.getBoundingClientRect().bottom).to.be.within(0, 12)
  })

  it('shows a late part on the colour of the tier, whatever the ground of the boxes', async () => {
    const send = window.fetch
    window.fetch = async (...request) => {
      const answer = await send(...request)
      if (!/\/v1\/(session|me)(\?|$)/.test(String(request[0]))) return answer
      const json = (await answer.json()) as { membership?: object }
      const change = { spend: null, unavailable: ['spend'] }
      return Response.json(json.membership ? { ...json, membership: { ...json.membership, ...change } } : { ...json, ...change })
    }
    place.style.cssText = '--storefront-soft: #000'
    try {
      const element = visit()
      await waitUntil(() => element.shadowRoot?.querySelector('.pass [part=late]'), 'nothing is late')

      expect(getComputedStyle(element.shadowRoot!.querySelector('.pass [part=late]')!).backgroundColor).to.equal('rgba(0, 0, 0, 0)')
    } finally {
      window.fetch = send
      place.removeAttribute('style')
    }
  })

  it('opens how spending counts by a marker of its own, and not the browser’s', async () => {
    const element = visit()
    const summary = await part(element, 'spend')

    expect(getComputedStyle(summary).display).to.equal('flex')
    expect(summary.querySelector('svg')!.getBoundingClientRect().width).to.be.above(10)
  })

  describe('the card of redemption has no empty room', () => {
    /** Between one box and the next below it. */
    const between = (one: Element, other: Element) => other.getBoundingClientRect().top - one.getBoundingClientRect().bottom

    for (const width of [360, 1100])
      it(`around the sentence that says what the member gets, ${width} pixels wide`, async () => {
        place.style.inlineSize = `${width}px`
        try {
          const element = visit()
          const promise = await part(element, 'promise')

          expect(between(all(element, 'any')[0]!, promise)).to.be.at.most(24)
          expect(between(promise, all(element, 'redeem-now')[0]!)).to.be.at.most(24)
        } finally {
          place.removeAttribute('style')
        }
      })

    it('below a code', async () => {
      const element = visit()
      for (const step of ['redeem-now', 'get']) (await part(element, step)).click()
      const code = await part(element, 'held-code')

      expect(between(code, await part(element, 'other'))).to.be.at.most(24)
    })
  })

  describe('the history', () => {
    const cells = (row?: Element) => [...(row?.children ?? [])].filter((cell) => cell.checkVisibility()).map((cell) => textOf(cell as HTMLElement))
    const headOf = (element: Element) => element.shadowRoot!.querySelector('thead tr')!

    it('is a table on a desktop: day, what happened, when it expires, amount and balance', async () => {
      place.style.inlineSize = '1100px'
      try {
        const element = visit()
        const entry = await part(element, 'entry')

        expect(cells(headOf(element))).to.deep.equal(['Date', 'Activity', 'Expires', 'Amount', 'Balance'])
        expect(headOf(element).querySelectorAll('th[scope=col]')).to.have.length(5)
        const [day, what, end, amount, balance] = cells(entry)
        expect([day, end].map((date) => /^\w{3} \d+, \d{4}$/.test(date!))).to.deep.equal([true, true])
        expect([what, amount, balance]).to.deep.equal(['Adjusted by us Sorry for the chipped saucer', '+$2.00', '$42.50'])
        await expectAccessible(element)
      } finally {
        place.removeAttribute('style')
      }
    })

    it('shows the five newest entries on a phone, and all once the shopper asks for more', async () => {
      const seen = (element: Element, name: string) => all(element, name).filter((found) => found.checkVisibility()).length
      try {
        place.style.inlineSize = '1100px'
        const wide = visit()
        await part(wide, 'entry')
        expect([seen(wide, 'entry'), seen(wide, 'all-entries'), seen(wide, 'more')]).to.deep.equal([10, 0, 1])

        place.style.inlineSize = '360px'
        const element = visit()
        await part(element, 'entry')
        expect([seen(element, 'entry'), seen(element, 'all-entries'), seen(element, 'more')]).to.deep.equal([5, 1, 0])
        all(element, 'all-entries')[0]!.click()

        await waitUntil(() => seen(element, 'entry') === 10, 'no more entries')
        expect([seen(element, 'all-entries'), seen(element, 'more')]).to.deep.equal([0, 1])
        expect(element.shadowRoot!.activeElement).to.equal(all(element, 'entries')[0])
      } finally {
        place.removeAttribute('style')
      }
    })

    it('has two columns on a phone, without losing anything', async () => {
      place.style.inlineSize = '360px'
      try {
        const element = visit()
        const entry = await part(element, 'entry')

        expect(cells(headOf(element))).to.deep.equal([])
        const [what, amount, ...others] = cells(entry)
        expect(what).to.match(/^Adjusted by us Sorry for the chipped saucer \w{3} \d+, \d{4} expires \w{3} \d+, \d{4}$/)
        expect(amount).to.equal('+$2.00 Balance $42.50')
        expect(others).to.deep.equal([])
        await expectAccessible(element)
      } finally {
        place.removeAttribute('style')
      }
    })
  })

  describe('for a guest', () => {
    const guest = async () => {
      const element = show(`sign-in-url="/in" join-url="/join" cancel-url="/cancel"`)
      await part(element, 'table')
      return element
    }

    it('sells the programme: its best benefit, ways to earn, and all tiers side by side', async () => {
      const element = await guest()

      expect(textOf(all(element, 'greeting')[0])).to.equal('Get up to 8% back on every order')
      expect(textOf(all(element, 'facts')[0])).to.equal('up to 8% back in credits $5 when you join up to $20 on your birthday')
      expect(textOf(all(element, 'ways')[0])).to.equal('Ways to earn Credits back 2%–8% Birthday bonus $5–$20 Welcome bonus $5 Anniversary bonus $10–$25')
      expect(textOf(all(element, 'campaigns')[0]))
        .to.include('Member events')
        .and.to.include('Double credits weekend')
      expect(textOf(all(element, 'table')[0])).to.include('Credits back 2% 3% 5% 8%')
      await expectAccessible(element)
    })

    it('breaks no number of the landing in a narrow column', async () => {
      place.lang = 'ar'
      place.style.inlineSize = '260px'
      try {
        const element = await guest()
        await waitUntil(() => textOf(all(element, 'facts')[0]).includes('US$'), 'not in Arabic')
        for (const figure of all(element, 'facts')[0]!.querySelectorAll('b')) {
          const text = document.createRange()
          text.selectNodeContents(figure)
          expect(text.getBoundingClientRect().height, textOf(figure)).to.be.below(1.6 * parseFloat(getComputedStyle(figure).fontSize))
        }
      } finally {
        place.removeAttribute('lang')
        place.removeAttribute('style')
      }
    })

    it('keeps the order of a name from the service that runs the other way than the page', async () => {
      place.lang = 'ar'
      place.dir = 'rtl'
      try {
        const element = await guest()
        await waitUntil(() => textOf(all(element, 'facts')[0]).includes('US$'), 'not in Arabic')
        const name = [...all(element, 'table')[0]!.querySelectorAll<HTMLElement>('tbody th')].find((head) => textOf(head) === '10% off letterpress')!
        const [figure, next] = wordsIn(name).map((word) => word.getBoundingClientRect())

        expect(figure!.right).to.be.below(next!.left)
      } finally {
        place.removeAttribute('lang')
        place.removeAttribute('dir')
      }
    })

    it('shows its numbers one below the other on a phone, each with what it is for beside it', async () => {
      place.style.inlineSize = '358px'
      try {
        const element = await guest()
        const facts = [...all(element, 'facts')[0]!.children].map((fact) => {
          const words = document.createRange()
          words.selectNode(fact.lastChild!)
          return { figure: fact.querySelector('b')!.getBoundingClientRect(), words: words.getBoundingClientRect() }
        })
        expect(facts).to.have.length(3)
        expect(new Set(facts.map(({ figure }) => figure.left)).size).to.equal(1)
        expect(new Set(facts.map(({ words }) => words.left)).size).to.equal(1)
        for (const { figure, words } of facts) expect(words.top).to.be.within(figure.top, figure.bottom)
      } finally {
        place.removeAttribute('style')
      }
    })

    it('breaks no word of the tiers on a narrow screen, and puts the cells of a row side by side', async () => {
      // In one of the widest fonts.
      place.style.cssText = 'inline-size: 288px; font: 17px "DejaVu Sans", Verdana, sans-serif'
      try {
        const element = await guest()
        const table = all(element, 'table')[0]!
        for (const word of wordsIn(table)) expect(word.getClientRects(), word.toString()).to.have.length(1)
        const cells = [...table.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.getBoundingClientRect())
        expect(cells.length).to.equal(4)
        for (const cell of cells) expect([cell.top, Math.round(cell.width)]).to.deep.equal([cells[0]!.top, 72])
      } finally {
        place.removeAttribute('style')
      }
    })

    it('has one main button, and the way out at its end, as a link', async () => {
      const element = await guest()

      expect(all(element, 'primary').map(textOf)).to.deep.equal(['Become a member'])
      const leave = all(element, 'cancel-link')[0]!
      expect(getComputedStyle(leave).borderTopWidth).to.equal('0px')
      expect(leave.getBoundingClientRect().top).to.be.above(all(element, 'table')[0]!.getBoundingClientRect().bottom)
    })

    it('ends where its content ends', async () => {
      const element = await guest()

      const [end, last] = [element, all(element, 'cancel-link')[0]!].map((box) => box.getBoundingClientRect().bottom)
      expect(end! - last!).to.be.below(24)
    })
  })
})
