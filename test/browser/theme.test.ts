import { expect } from '@open-wc/testing'
import { html, LitElement } from 'lit'
import { panelStyles } from '../../src/panel.styles.ts'
import { themeStyles } from '../../src/theme.styles.ts'

/** Everything that has to be seen, in the look that all widgets share. */
class ThemeSample extends LitElement {
  static override styles = [themeStyles, panelStyles]
  override render() {
    return html`<button class="button primary"><span>Buy</span></button><button class="button">Leave</button
      ><button class="button" aria-pressed="true">Chosen</button><i class="quiet">Later</i><a class="link" href="#">More</a>
      <b style="color: var(--_good)">Good</b><b style="color: var(--_warning)">Late</b><b style="color: var(--_problem)">Lost</b>`
  }
}
customElements.define('theme-sample', ThemeSample)

const place = document.body.appendChild(document.createElement('main'))
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!

/** What one sees where these colours lie on each other. */
function seen(...layers: string[]): number[] {
  canvas.clearRect(0, 0, 1, 1)
  for (const layer of layers) {
    canvas.fillStyle = layer
    canvas.fillRect(0, 0, 1, 1)
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

/** Relative luminance (WCAG 2.2). */
const luminance = (rgb: number[]) =>
  rgb
    .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0)

function contrast(front: number[], back: number[]): number {
  const [dark, light] = [luminance(front), luminance(back)].sort((one, other) => one - other)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Grounds of pages with a text of at least 7 : 1 on them. The page says nothing of `color-scheme`. */
const grounds = [
  ['#ffffff', '#1d1d1f'],
  ['#ffffff', 'rgb(18 18 18 / 0.8)'],
  ['#f7f2e7', '#241c14'],
  ['#fff3c9', '#2c1654'],
  ['#d0d0d0', '#000000'],
  ['#1a3d7c', '#ffffff'],
  ['#17181c', '#f3f0ea'],
  ['#101412', '#e8efe9'],
  ['#000000', '#ffffff'],
] as const
const accents = [
  '',
  '#000000',
  '#ffffff',
  '#1f5f4a',
  '#9a3a1f',
  '#ff5c8a',
  '#7fd1ae',
  '#ffff00',
  '#0000ff',
  '#808080',
  '#17181c',
  '#767676',
  'rgb(0 128 0 / 0.5)',
]

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
          quiet: on(styleOf('.quiet').color),
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
})
