import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import { expectAccessible } from './accessible.ts'
import { giveClipboard } from './clipboard.ts'
import { ago, all, answer, control, forgetOrders, one, parcel, textOf, track, until } from './tracked-element.ts'
import { waitUntil } from './wait-until.ts'

const known = 'order-number="K-1001" email="mira@example.com"'

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
      packages: ['confirmed', 'delayed', 'out_for_delivery', 'ready_for_pickup', 'delivered'].map((status) => parcel(`1Z999AA1${status}`, status)),
    })

    const element = await track(known)

    for (const title of all(element, 'h2, h3')) {
      title.style.overflowWrap = 'normal'
      expect(title.scrollWidth, title.textContent).to.be.at.most(title.clientWidth)
    }
    for (const label of all(element, '[part~=bar] > span')) {
      const [inner, outer] = [label, label.closest('article')!].map((box) => box.getBoundingClientRect()) as [DOMRect, DOMRect]
      expect(inner.left, label.innerText).to.be.at.least(outer.left)
      expect(inner.right, label.innerText).to.be.at.most(outer.right)
    }
    expect(document.documentElement.scrollWidth).to.be.at.most(320)
    await expectAccessible(element)
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

  for (const [ground, letters] of [
    [1, '#222'],
    [0, '#ddd'],
  ] as const)
    it(`shows how far a package has come with enough contrast in ${ground ? 'light' : 'dark'}`, async () => {
      document.body.style.cssText = `background: ${ground ? '#fff' : '#000'}; color: ${letters}`
      await answer({ packages: [parcel('1', 'in_transit')] })

      const element = await track(known)

      const { borderTopColor } = getComputedStyle(one(element, '[part=track]')!, '::before')
      const [red = 0, , , alpha = 1] = [...borderTopColor.matchAll(/[\d.]+(?!\w)/g)].map(Number)
      const shown = luminance(red * alpha + ground * (1 - alpha))
      expect((Math.max(shown, ground) + 0.05) / (Math.min(shown, ground) + 0.05), borderTopColor).to.be.at.least(3)
    })
})

describe('what an order shows of its packages', () => {
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
