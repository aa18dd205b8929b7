import { html } from 'lit'
import { PageElement } from '../page/page-element.ts'
import { drawPlot, type PlotData } from './plot.ts'

/** A plot with its title and its legend. It is drawn again if the colours of the page change. */
export class ConsolePlot extends PageElement {
  static override properties = { heading: {}, data: { attribute: false } }

  declare heading: string
  declare data: PlotData
  #remove = () => {}
  #dark = matchMedia('(prefers-color-scheme: dark)')
  #redraw = () => requestAnimationFrame(() => this.#draw())

  override connectedCallback() {
    super.connectedCallback()
    this.#dark.addEventListener('change', this.#redraw)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#dark.removeEventListener('change', this.#redraw)
    this.#remove()
  }

  protected override updated() {
    this.#draw()
  }

  #draw() {
    this.#remove()
    const canvas = this.querySelector('canvas')
    if (canvas) this.#remove = drawPlot(canvas, this.data)
  }

  override render() {
    return html`
      <figure class="card">
        <figcaption>
          <h2>${this.heading}</h2>
          <span class="legend">${this.data.series.map(({ label, colour }) => html`<span><i class="dot ${colour.slice(2)}"></i>${label}</span>`)}</span>
        </figcaption>
        <div class="plot"><canvas role="img" aria-label="${this.heading}, by day. The table below has the values."></canvas></div>
      </figure>
    `
  }
}

customElements.define('console-plot', ConsolePlot)
