import { expect } from '@open-wc/testing'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { press } from './press.ts'
import { waitUntil } from './wait-until.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
StorefrontProtection.proxy = proxy
const place = document.body.appendChild(document.createElement('main'))

describe('the box of the offer', () => {
  it('shows in every engine whether the switch is on, and whether it is disabled', async () => {
    place.innerHTML = `<form><fieldset><storefront-protection proxy="${proxy}" cart="form" amount="61000" currency="USD"></storefront-protection></fieldset></form>`
    place.style.cssText = '--storefront-accent: rgb(1, 2, 3)'
    const element = place.querySelector('storefront-protection')!
    const part = (name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part=${name}]`)!
    await waitUntil(() => part('price')?.textContent === '$15.25', 'no price')
    const edge = getComputedStyle(part('offer')).borderTopColor
    const look = () => [
      // The edge of a card that is on.
      getComputedStyle(part('offer')).borderTopColor !== edge,
      // The shield, and the tick in it.
      part('shield').querySelector('path')!.getAttribute('d')!.match(/Z/g)!.length,
      getComputedStyle(part('offer')).opacity,
    ]
    expect(look()).to.deep.equal([false, 1, '1'])

    for (let move = 0; move < 5; move++) {
      await press(part('switch'))
      expect(look()).to.deep.equal([true, 2, '1'])
      place.querySelector('fieldset')!.disabled = true
      await element.updateComplete
      expect(look()).to.deep.equal([true, 2, '0.55'])
      place.querySelector('fieldset')!.disabled = false
      await element.updateComplete
      place.querySelector('form')!.reset()
      await element.updateComplete
      expect(look()).to.deep.equal([false, 1, '1'])
    }
  })
})
