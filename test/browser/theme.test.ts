import { expect } from '@open-wc/testing'
import { html, LitElement } from 'lit'
import { panelStyles } from '../../src/panel.styles.ts'
import { themeStyles } from '../../src/theme.styles.ts'
import { accents, contrast, grounds, seen } from './contrast.ts'

/** Everything that has to be seen, in the look that all widgets share. */
class ThemeSample extends LitElement {
  static override styles = [themeStyles, panelStyles]
  override render() {
    return html`<button class="button primary"><span>Buy</span></button><button class="button">Leave</button
      ><button class="button" aria-pressed="true">Chosen</button><i class="muted">Later</i><a class="link" href="#">More</a>
      <section class="card"><h2 style="font-size: var(--_heading)">Head</h2></section>
      <b style="color: var(--_good)">Good</b><b style="color: var(--_warning)">Late</b><b style="color: var(--_problem)">Lost</b>`
  }
}
customElements.define('theme-sample', ThemeSample)

const place = document.body.appendChild(document.createElement('main'))
describe('the look that all widgets share', () => {
  for (const [ground, text] of grounds)
    it(`can be read on ${ground} with text of ${text}, whatever the accent`, async () => {
      for (const accent of accents) {
        place.style.cssText = `background: ${ground}; color: ${text}; ${accent && `--storefront-accent: ${accent}`}`
        place.innerHTML = '<theme-sample></theme-sample>'
        const sample = place.querySelector<ThemeSample>('theme-sample')!
        await sample.updateComplete
        const styleOf = (selector: string) => getComputedStyle(sample.shadowRoot!.querySelector(selector)!)
        const on = (front: string, ...below: string[]) => contrast(seen(ground, ...below, front), seen(ground, ...below))

        const { backgroundColor: fill, borderTopColor: edge } = styleOf('.primary')
        const found = {
          primary: on(styleOf('.primary span').color, fill),
          button: on(styleOf('.button:not(.primary)').color),
          chosen: on(styleOf('[aria-pressed]').color, styleOf('[aria-pressed]').backgroundColor),
          muted: on(styleOf('.muted').color),
          good: on(styleOf('b').color),
        }
        const controls = {
          primary: on(edge),
          button: on(styleOf('.button:not(.primary)').borderTopColor),
          chosen: on(styleOf('[aria-pressed]').borderTopColor),
          warning: on(styleOf('b:nth-of-type(2)').color),
          problem: on(styleOf('b:nth-of-type(3)').color),
        }
        for (const [name, ratio] of Object.entries(found)) expect(ratio, `${name} with accent ${accent}`).to.be.at.least(4.5)
        for (const [name, ratio] of Object.entries(controls)) expect(ratio, `${name} with accent ${accent}`).to.be.at.least(3)
      }
    })

  for (const [ground, text] of [
    ['#ffffff', '#6d6d6d'],
    ['#ffffff', '#757575'],
    ['#ffffff', '#5c5c5c'],
    ['#000000', '#808080'],
    ['#222222', '#a0a0a0'],
  ])
    it(`muted text can be read where the text of the theme is as pale as ${text} on ${ground}`, async () => {
      place.style.cssText = `background: ${ground}; color: ${text}`
      place.innerHTML = '<theme-sample></theme-sample>'
      const sample = place.querySelector<ThemeSample>('theme-sample')!
      await sample.updateComplete

      const { color } = getComputedStyle(sample.shadowRoot!.querySelector('.muted')!)

      expect(contrast(seen(ground!, color), seen(ground!))).to.be.at.least(4.5)
    })

  it('takes headings, corners and surfaces from the page', async () => {
    place.style.cssText = '--storefront-control-radius: 3px; --storefront-accent: red; --storefront-on-accent: rgb(1, 2, 3)'
    place.innerHTML = '<theme-sample></theme-sample>'
    const sample = place.querySelector<ThemeSample>('theme-sample')!
    await sample.updateComplete
    const button = sample.shadowRoot!.querySelector('.primary')!

    expect(getComputedStyle(button).borderRadius).to.equal('3px')
    expect(getComputedStyle(button.firstElementChild!).color).to.equal('rgb(1, 2, 3)')
    for (const target of sample.shadowRoot!.querySelectorAll('button, a')) {
      const { width, height } = target.getBoundingClientRect()
      expect(Math.min(width, height), target.outerHTML).to.be.at.least(44)
    }
  })
  for (const [property, value, selector, style, expected] of [
    ['heading-font', 'monospace', 'h2', 'fontFamily', 'monospace'],
    ['heading-weight', '300', 'h2', 'fontWeight', '300'],
    ['type-scale', '2', 'h2', 'fontSize', '32px'],
    ['control-radius', '7px', '.button', 'borderTopLeftRadius', '7px'],
    ['radius', '9px', '.card', 'borderTopLeftRadius', '9px'],
    ['surface', 'rgb(1, 2, 3)', '.card', 'backgroundColor', 'rgb(1, 2, 3)'],
    ['on-surface', 'rgb(4, 5, 6)', '.card', 'color', 'rgb(4, 5, 6)'],
    ['line', 'rgb(7, 8, 9)', '.card', 'borderTopColor', 'rgb(7, 8, 9)'],
    ['muted', 'rgb(7, 8, 9)', '.muted', 'color', 'rgb(7, 8, 9)'],
    ['good', 'rgb(7, 8, 9)', 'b', 'color', 'rgb(7, 8, 9)'],
  ] as const)
    it(`takes --storefront-${property} from the page`, async () => {
      place.style.cssText = 'font-size: 16px'
      place.innerHTML = '<theme-sample></theme-sample>'
      const sample = place.querySelector<ThemeSample>('theme-sample')!
      await sample.updateComplete
      const found = () => getComputedStyle(sample.shadowRoot!.querySelector(selector)!)[style]
      expect(found()).not.to.equal(expected)

      place.style.setProperty(`--storefront-${property}`, value)

      expect(found()).to.equal(expected)
    })
})
