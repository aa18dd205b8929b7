import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import { expectAccessible } from './accessible.ts'
import { giveClipboard } from './clipboard.ts'
import { accents, contrast, grounds, seen } from './contrast.ts'
import { ago, all, answer, control, forgetOrders, one, parcel, textOf, track, until, withoutNumber } from './tracked-element.ts'
import { waitUntil } from './wait-until.ts'
import { wordsIn } from './words-in.ts'

const known = 'order-number="K-1001" email="mira@example.com"'

/** A picture that loads: a red square. */
const drawn = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="red" d="M0 0h8v8H0z"/></svg>')}`

describe('how an order looks', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(async () => {
    forgetOrders()
    document.body.style.cssText = ''
    await setViewport({ width: 800, height: 600 })
  })

  it('breaks no word of a title, and keeps each label in its card, on a phone at twice the letter size', async () => {
    await setViewport({ width: 320, height: 600 })
    document.body.style.cssText = 'margin: 28px; font: 32px sans-serif'
    await answer({
      created_at: ago(90),
      packages: ['confirmed', 'delayed', 'out_for_delivery', 'attempted_delivery', 'ready_for_pickup', 'failure', 'returned', 'delivered'].map((status) => ({
        ...parcel(`1Z999AA1${status}`, status),
        estimated_delivery_at: ago(-40),
      })),
    })

    const element = await track(known)

    for (const title of all(element, 'h2, h3')) {
      title.style.overflowWrap = 'normal'
      expect(title.scrollWidth, title.textContent).to.be.at.most(title.clientWidth)
    }
    for (const row of all<HTMLDetailsElement>(element, 'article > details')) {
      row.open = true
      for (const label of row.querySelectorAll<HTMLElement>('[part~=step] > span')) {
        const [inner, outer] = [label, row].map((box) => box.getBoundingClientRect()) as [DOMRect, DOMRect]
        expect(inner.left, label.innerText).to.be.at.least(outer.left)
        expect(inner.right, label.innerText).to.be.at.most(outer.right)
        for (const word of wordsIn(label)) expect(word.getClientRects(), word.toString()).to.have.length(1)
      }
    }
    expect(document.documentElement.scrollWidth).to.be.at.most(320)
    await expectAccessible(element)
  })

  it('breaks a word that is longer than its line, on a phone at twice the letter size, and stays as wide as the screen', async () => {
    await setViewport({ width: 320, height: 600 })
    document.body.style.cssText = 'margin: 0; font: 34px sans-serif'
    const long = 'Unbroken'.repeat(20)
    await answer({
      packages: [{ ...parcel(long, 'delivered'), carrier: long, current_status_label: long }],
      unfulfilled_line_items: [{ name: long, quantity: 1, image_url: null }],
      shipments: [withoutNumber],
    })

    const element = await track(`${known} lang="de"`)
    // The longest word of these texts, which breaks between its parts.
    await until(() => textOf(element).includes('Sendungs\u00adverfolgung'))
    for (const row of all<HTMLDetailsElement>(element, 'details')) row.open = true

    expect(document.documentElement.scrollWidth).to.be.at.most(320)
  })

  it('keeps the copy button on one line with its number', async () => {
    await setViewport({ width: 320, height: 600 })
    document.body.style.cssText = 'font: 20px sans-serif'
    await answer({ packages: [{ ...parcel('7023210039414604', 'in_transit'), carrier: 'Post' }] })

    const element = await track(known)

    const [number, copy] = ['bdi', '[part~=copy]'].map((selector) => one(element, selector)!.getBoundingClientRect()) as [DOMRect, DOMRect]
    expect(copy.top).to.be.below(number.bottom)
    expect(copy.bottom).to.be.above(number.top)
  })

  for (const width of [390, 830])
    it(`breaks neither the name of a carrier, nor its number, nor a town, on a screen of ${width} pixels`, async () => {
      await setViewport({ width, height: 600 })
      document.body.style.cssText = 'margin: 16px; font: 16px sans-serif'
      const towns = ['Eugene', 'Sacramento', 'Denver']
      const timeline = towns.map((city, index) => ({ status: 'in_transit', created_at: ago(9 - index), location: { city, country: 'US' } }))
      await answer({ packages: [{ ...parcel('9400111899223197428490', 'in_transit'), carrier: 'USPS', timeline }] })

      const element = await track(known)

      const textIn = (box: Node) => [...box.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim())!
      expect(all(element, '[part=town]').map((town) => textIn(town).textContent)).to.deep.equal(towns)
      for (const box of all(element, '[part=mark], bdi, [part=town]')) {
        const range = document.createRange()
        range.selectNodeContents(textIn(box))
        expect(range.getClientRects(), box.textContent).to.have.length(1)
      }
    })

  it('gives each town of the route a line of its own on a phone, with its day', async () => {
    await setViewport({ width: 390, height: 600 })
    const timeline = ['Eugene', 'Sacramento', 'Denver'].map((city, index) => ({
      status: 'in_transit',
      created_at: ago(99 - 30 * index),
      location: { city, country: 'US' },
    }))
    await answer({ packages: [{ ...parcel('1', 'in_transit'), timeline }] })

    const element = await track(known)

    const towns = all(element, '[part=route] li')
    for (const [index, town] of towns.entries()) {
      expect(town.querySelector('.muted')!.checkVisibility(), town.textContent).to.equal(true)
      if (index) expect(town.getBoundingClientRect().top).to.be.at.least(towns[index - 1]!.getBoundingClientRect().bottom)
    }
    expect(towns).to.have.length(3)
  })

  it('keeps a headline with a range of days on one line on a phone', async () => {
    await setViewport({ width: 390, height: 600 })
    document.body.style.cssText = 'margin: 14px; font: 16px sans-serif'
    await answer({
      packages: [{ ...parcel('1', 'in_transit'), estimated_delivery: { from: ago(-24 * 3), to: ago(-24 * 5) } }, parcel('2', 'delivered')],
    })

    const element = await track(known)

    const range = document.createRange()
    range.selectNodeContents(one(element, 'h3')!)
    expect(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size, one(element, 'h3')!.textContent).to.equal(1)
  })

  it('tells several packages apart by a picture of what is in them', async () => {
    const image = new URL('/mug.png', location.href).href
    const packages = ['1', '2'].map((number) => ({ ...parcel(number, 'in_transit'), line_items: [{ name: 'Mug', quantity: 1, image_url: image }] }))
    await answer({ packages })
    const several = await track(known)
    expect(all<HTMLImageElement>(several, 'summary [part=thumb] img').map(({ src }) => src)).to.deep.equal([image, image])
    await expectAccessible(several)
    forgetOrders()
    await control('DELETE', 'faults')
    await answer({ packages: packages.slice(0, 1) })

    const single = await track(known)

    expect(one(single, '[part=thumb]')).to.equal(null)
  })

  it('shows an empty place instead of the torn picture that a browser draws, and the picture once it loads', async () => {
    const image = new URL('/no-such-picture.png', location.href).href
    const line_items = [{ name: 'Mug', quantity: 1, image_url: image }]
    await answer({ packages: ['1', '2'].map((number) => ({ ...parcel(number, 'in_transit'), line_items })) })
    const element = await track(known)
    const pictures = [one<HTMLImageElement>(element, '[part=thumb] img')!, one<HTMLImageElement>(element, '[part=image] img')!]
    for (const picture of pictures) picture.loading = 'eager'
    const opacity = () => pictures.map((picture) => getComputedStyle(picture).opacity)
    await until(() => opacity().every((value) => value === '0'))

    for (const picture of pictures) picture.src = drawn

    await until(() => opacity().every((value) => value === '1'))
    expect(pictures.map(({ parentElement }) => parentElement!.getBoundingClientRect().width > 30)).to.deep.equal([true, true])
  })

  it('leaves no empty line at its end, neither before nor after an update that only screen readers announce', async () => {
    await answer({ packages: [parcel('1', 'in_transit')] })
    const element = await track(known)
    const space = () => one(element, '[part=root]')!.getBoundingClientRect().bottom - one(element, '[part=more]')!.getBoundingClientRect().bottom
    expect(space()).to.be.at.most(24)
    await control('DELETE', 'faults')
    await answer({ packages: [parcel('1', 'out_for_delivery')] })

    await element.refresh()
    await until(() => one(element, '[part~=notice]')!.textContent.includes('New update.'))

    expect(space()).to.be.at.most(24)
  })

  it('copies a number to the clipboard, and says so', async () => {
    await answer({ packages: [parcel('7023210039414604', 'in_transit')] })
    const { copied, giveBack } = giveClipboard('allowed')
    try {
      const element = await track(known)

      one(element, '[part~=copy]')!.click()

      await until(() => one(element, '[part~=notice]')?.textContent.includes('Copied'))
      expect(copied).to.deep.equal(['7023210039414604'])
    } finally {
      giveBack()
    }
  })

  for (const kind of ['refused', 'absent'] as const)
    it(`selects the number and does not say that it was copied, if the clipboard is ${kind}`, async () => {
      await answer({ packages: [parcel('7023210039414604', 'in_transit')] })
      const { giveBack } = giveClipboard(kind)
      try {
        const element = await track(known)
        getSelection()!.removeAllRanges()

        one(element, '[part~=copy]')!.click()

        await waitUntil(() => getSelection()!.toString() === '7023210039414604', 'the number is not selected')
        expect(textOf(element)).not.to.contain('Copied')
      } finally {
        giveBack()
      }
    })

  for (const width of [320, 390, 768, 1280])
    it(`breaks no word of a step, and shows its name on one line, on a screen of ${width} pixels`, async () => {
      await setViewport({ width, height: 600 })
      document.body.style.cssText = 'margin: 16px; font: 16px sans-serif'
      const timeline = ['label_printed', 'in_transit', 'out_for_delivery'].map((status, index) => ({ status, created_at: ago(90 - 20 * index) }))
      await answer({ created_at: ago(99), packages: [{ ...parcel('1', 'out_for_delivery'), timeline, estimated_delivery_at: ago(-40) }] })

      const element = await track(known)

      for (const label of all(element, '[part~=step] > span')) {
        expect(Math.round(label.getBoundingClientRect().height / parseFloat(getComputedStyle(label).lineHeight)), label.innerText).to.be.at.most(1)
        for (const word of wordsIn(label)) expect(word.getClientRects(), word.toString()).to.have.length(1)
      }
    })

  it('shows items, route and updates under headings of one level, the updates beside the items on a desktop', async () => {
    await setViewport({ width: 1280, height: 800 })
    const timeline = ['Eugene', 'Denver'].map((city, index) => ({ status: 'in_transit', created_at: ago(9 - index), location: { city, country_code: 'US' } }))
    await answer({ packages: [{ ...parcel('1', 'in_transit'), timeline, line_items: [{ name: 'Mug', quantity: 1, image_url: null }] }] })

    const element = await track(known)

    expect(all(element, 'h4').map(({ textContent }) => textContent)).to.deep.equal(['Items', 'Latest updates', 'Route'])
    const [main, aside] = ['[part=main]', '[part=aside]'].map((part) => one(element, part)!.getBoundingClientRect()) as [DOMRect, DOMRect]
    expect(main.top).to.equal(aside.top)
    expect(main.right).to.be.below(aside.left)
  })

  it('gives the date beside a day in words such as “tomorrow”, and the town to which the package goes until it is there', async () => {
    const timeline = [{ status: 'in_transit', created_at: ago(9), location: { city: 'Eugene', country_code: 'US' } }]
    await answer({
      packages: [{ ...parcel('1', 'in_transit'), timeline, estimated_delivery_at: ago(-24) }],
      shipping_address: { city: 'Portland', country_code: 'US' },
    })
    const element = await track(known)
    expect(['headline', 'exact'].map((name) => one(element, `[part=${name}]`)!.textContent)).to.deep.equal([
      'Arriving tomorrow',
      new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(ago(-24))),
    ])
    expect(all(element, '[part=town]').map(({ textContent }) => textContent)).to.deep.equal(['Eugene', 'Portland'])
  })

  it('says the day of arrival once: the weekday, the date beneath it, and none at the last step', async () => {
    const day = new Date(ago(-24 * 4))
    await answer({ packages: [{ ...parcel('1', 'in_transit'), estimated_delivery_at: day.toISOString() }] })

    const element = await track(known)

    const write = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options).format(day)
    expect(['headline', 'exact'].map((name) => one(element, `[part=${name}]`)!.textContent)).to.deep.equal([
      `Arriving ${write({ weekday: 'long' })}`,
      write({ day: 'numeric', month: 'short' }),
    ])
    expect(one(element, '[part=steps]')!.textContent).not.to.contain('Expected')
  })

  it('gives the day that was expected at the last step of a late package, whose headline has none', async () => {
    await answer({ packages: [{ ...parcel('1', 'in_transit'), estimated_delivery_at: ago(24 * 4) }] })

    const element = await track(known)

    expect(one(element, '[part~=headline]')!.textContent).to.equal('Delayed')
    expect(one(element, '[part=estimate]')!.textContent).to.match(/^Was expected /)
  })

  for (const [status, headline] of [
    ['attempted_delivery', 'You missed a delivery'],
    ['ready_for_pickup', 'Ready for pickup'],
    ['returned', 'On its way back to us'],
  ] as const)
    it(`says only once above the steps what “${status}” means`, async () => {
      await answer({ packages: [parcel('1', status)] })

      const element = await track(known)

      expect(one(element, '[part=answer]')!.innerText.trim()).to.equal(headline)
    })

  for (const width of [320, 390, 1280])
    it(`has no empty room in closed rows, on a screen of ${width} pixels`, async () => {
      await setViewport({ width, height: 600 })
      document.body.style.cssText = 'margin: 16px; font: 17px/1.5 sans-serif'
      await answer({ packages: ['in_transit', 'out_for_delivery', 'delivered', 'label_printed'].map((status, index) => parcel(`1Z${index}`, status)) })

      const element = await track(known)

      const rows = all(element, 'details:not([open]) > [part=hero]')
      for (const row of rows) {
        const lowest = Math.max(...[...row.querySelectorAll('svg:first-child, [part=answer]')].map((box) => box.getBoundingClientRect().bottom))
        expect(row.getBoundingClientRect().bottom - lowest, row.innerText).to.be.at.most(16)
      }
      expect(rows).to.have.length(3)
    })

  for (const width of [320, 390, 1280])
    it(`shows the mark of each carrier above its number, on a screen of ${width} pixels`, async () => {
      await setViewport({ width, height: 600 })
      const numbers = { UPS: '1Z1', 'Canada Post': '9400111899223197428490' }
      await answer({ packages: Object.entries(numbers).map(([carrier, number]) => ({ ...parcel(number, 'in_transit'), carrier })) })

      const element = await track(known)

      for (const row of all<HTMLDetailsElement>(element, 'article > details')) {
        row.open = true
        const [mark, number] = ['[part=mark]', 'bdi'].map((selector) => row.querySelector(selector)!.getBoundingClientRect()) as [DOMRect, DOMRect]
        expect(mark.bottom, row.innerText).to.be.at.most(number.top)
        expect(mark.left, row.innerText).to.equal(number.left)
      }
      expect(all(element, '[part=mark]')).to.have.length(2)
    })

  it('gives no date beside the headline of a returned package, and no town to which it goes', async () => {
    const timeline = [{ status: 'in_transit', created_at: ago(9), location: { city: 'Eugene', country_code: 'US' } }]
    await answer({
      packages: [{ ...parcel('1', 'returned'), timeline, estimated_delivery_at: ago(-24 * 20) }],
      shipping_address: { city: 'Portland', country_code: 'US' },
    })
    const element = await track(known)
    expect(one(element, '[part~=headline]')!.textContent).to.equal('On its way back to us')
    expect(one(element, '[part=exact]')).to.equal(null)
    expect(all(element, '[part=town]').map(({ textContent }) => textContent)).not.to.include('Portland')
  })

  it('uses the whole width of a desktop for a package without events', async () => {
    await setViewport({ width: 1280, height: 800 })
    await answer({ packages: [{ ...parcel('1', 'label_printed'), timeline: [] }] })

    const element = await track(known)

    expect(one(element, '[part=main]')!.clientWidth).to.equal(one(element, '[part=steps]')!.clientWidth)
  })

  for (const [ground, letters] of [
    [1, '#222'],
    [0, '#ddd'],
  ] as const)
    it(`shows how far a package has come with enough contrast in ${ground ? 'light' : 'dark'}`, async () => {
      document.body.style.cssText = `background: ${ground ? '#fff' : '#000'}; color: ${letters}`
      await answer({ packages: [parcel('1', 'in_transit')] })

      const element = await track(known)

      for (const dot of all(element, '[part~=step] svg')) {
        const { borderTopColor } = getComputedStyle(dot)
        const [red = 0, , , alpha = 1] = [...borderTopColor.matchAll(/[\d.]+(?!\w)/g)].map(Number)
        const shown = luminance(red * alpha + ground * (1 - alpha))
        expect((Math.max(shown, ground) + 0.05) / (Math.min(shown, ground) + 0.05), borderTopColor).to.be.at.least(3)
      }
    })

  it('draws the contents and the state of a package visibly on every ground and with every accent', async () => {
    const of = (number: string, status: string) => ({ ...parcel(number, status), line_items: [{ name: 'Mug', quantity: 1, image_url: drawn }] })
    for (const [state, packages] of Object.entries({
      badges: [of('1', 'in_transit'), of('2', 'exception'), of('3', 'delivered')],
      delivered: [parcel('1', 'delivered')],
      problem: [parcel('1', 'exception')],
      underWay: [parcel('1', 'in_transit')],
    })) {
      await answer({ packages })
      const element = await track(known)
      const drawings = all(element, '[part=hero] > svg:first-child, [part=thumb] svg')
      expect(drawings, state).to.not.be.empty
      for (const [ground, letters] of grounds)
        for (const accent of accents) {
          document.body.style.cssText = `background: ${ground}; color: ${letters}`
          element.style.cssText = accent && `--storefront-accent: ${accent}`
          for (const drawing of drawings) {
            const { stroke, backgroundColor } = getComputedStyle(drawing)
            const shown = contrast(seen(ground, backgroundColor, stroke), seen(ground, backgroundColor))
            expect(shown, `${state} on ${ground}, ${letters}, ${accent}: ${stroke} on ${backgroundColor}`).to.be.at.least(3)
          }
        }
      forgetOrders()
    }
  })
})

describe('the packages of an order', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(forgetOrders)

  it('names towns and countries, but no province', async () => {
    const place = { city: 'Eugene', province_code: 'US-OR', country_code: 'US' }
    const events = [place, { country_code: 'DE' }, { country_code: 'No such' }].map((location, hours) => ({
      status: 'in_transit',
      created_at: ago(hours),
      location,
    }))
    await answer({ shipping_address: { ...place, city: 'Portland' }, packages: [{ ...parcel('1', 'in_transit'), timeline: events }] })

    const element = await track(`${known} lang="de"`)
    await until(() => one(element, '[part=earlier]'))
    one(element, '[part=earlier]')!.click()
    await until(() => all(element, '[part=place]').length === 3)

    expect(all(element, '[part=place]').map(({ textContent }) => textContent)).to.deep.equal(['Eugene, Vereinigte Staaten', 'Deutschland', 'No such'])
    expect(one(element, '[part=facts]')!.textContent).to.contain('Portland, Vereinigte Staaten')
    element.lang = 'ar'
    await until(() => one(element, '[part=facts]')!.textContent.includes('Portland، الولايات المتحدة'))
  })

  it('shows a future event as expected, and does not count it yet', async () => {
    const timeline = [
      { status: 'delivered', created_at: ago(-50) },
      { status: 'in_transit', created_at: ago(2) },
    ]
    await answer({ packages: [{ ...parcel('1', 'in_transit'), timeline }] })

    const element = await track(known)

    expect(one(element, 'h3')!.textContent).to.equal('On the way')
    const [ahead, past] = all(element, '[part=day]').map(({ textContent }) => textContent)
    expect(ahead).to.match(/^Expected \w+day, /)
    expect(past).to.match(/^\w+day, /)
  })

  it('lists an event without a time last, and says that its day is not known', async () => {
    await answer({ packages: [{ ...parcel('1', 'in_transit'), timeline: [{ status: 'label_printed' }, { status: 'in_transit', created_at: ago(2) }] }] })

    const element = await track(known)

    expect(all(element, '[part=day]').at(-1)!.textContent).to.equal('Day not known')
    expect(all(element, '[part=event]').at(-1)!.textContent).to.contain('Preparing')
  })

  it('names an unknown status in its history as in its title', async () => {
    await answer({ packages: [{ ...parcel('1', 'held_by_customs'), current_status_label: 'Waiting at customs' }] })

    const element = await track(known)

    expect(one(element, '[part=event]')!.textContent).to.contain('Waiting at customs')
    expect(textOf(element)).not.to.contain('held by customs')
  })

  it('says that a package is late after the expected day, and links to the shop’s claim page', async () => {
    await answer({ packages: [{ ...parcel('1', 'in_transit'), estimated_delivery_at: ago(24 * 3) }] })

    const element = await track(`${known} claim-url="/claims"`)

    expect(textOf(element)).to.contain('Delayed').and.to.contain('Was expected')
    expect(one<HTMLAnchorElement>(element, '[part=claim]')!.getAttribute('href')).to.equal('/claims')
  })
})

/** Relative luminance of a grey (WCAG 2). */
const luminance = (grey: number) => (grey <= 0.04045 ? grey / 12.92 : ((grey + 0.055) / 1.055) ** 2.4)
