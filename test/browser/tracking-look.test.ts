import { expect } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import { lookups } from '../../src/tracking/lookups.ts'
import { expectAccessible } from './accessible.ts'
import { all, answer, control, one, parcel, track } from './tracked-element.ts'

const known = 'order-number="K-1001" email="mira@example.com"'

describe('how an order looks', () => {
  beforeEach(async () => {
    await control('POST', 'reset')
    await control('DELETE', 'faults')
  })

  afterEach(async () => {
    lookups.answers.clear()
    document.body.style.cssText = ''
    await setViewport({ width: 800, height: 600 })
  })

  it('breaks no word of a title, and leaves no label outside of its card, in letters of twice the size on a telephone', async () => {
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
    for (const label of all(element, '[part~=current] > span')) {
      const [inner, outer] = [label, label.closest('article')!].map((box) => box.getBoundingClientRect()) as [DOMRect, DOMRect]
      expect(inner.left, label.innerText).to.be.at.least(outer.left)
      expect(inner.right, label.innerText).to.be.at.most(outer.right)
    }
    expect(document.documentElement.scrollWidth).to.be.at.most(320)
    await expectAccessible(element)
  })

  it('keeps the button that copies a number on a line with it', async () => {
    await setViewport({ width: 320, height: 600 })
    document.body.style.cssText = 'font: 20px sans-serif'
    await answer({ packages: [{ ...parcel('7023210039414604', 'in_transit'), carrier: 'Post' }] })

    const element = await track(known)

    const [number, copy] = ['bdi', '[part~=copy]'].map((selector) => one(element, selector)!.getBoundingClientRect()) as [DOMRect, DOMRect]
    expect(copy.top).to.be.below(number.bottom)
    expect(copy.bottom).to.be.above(number.top)
  })

  for (const [ground, letters] of [
    [1, '#222'],
    [0, '#ddd'],
  ] as const)
    it(`lets steps to come be seen in ${ground ? 'light' : 'dark'}`, async () => {
      document.body.style.cssText = `background: ${ground ? '#fff' : '#000'}; color: ${letters}`
      await answer({ packages: [parcel('1', 'in_transit')] })

      const element = await track(known)

      const { borderTopColor } = getComputedStyle(one(element, 'li:last-child')!, '::before')
      const [red = 0, , , alpha = 1] = [...borderTopColor.matchAll(/[\d.]+(?!\w)/g)].map(Number)
      const shown = luminance(red * alpha + ground * (1 - alpha))
      expect((Math.max(shown, ground) + 0.05) / (Math.min(shown, ground) + 0.05), borderTopColor).to.be.at.least(3)
    })
})

/** Relative luminance of a grey (WCAG 2). */
const luminance = (grey: number) => (grey <= 0.04045 ? grey / 12.92 : ((grey + 0.055) / 1.055) ** 2.4)
