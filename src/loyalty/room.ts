import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit'

/** Milliseconds after an input in which what it brings may move what stands below (Layout Instability, 2.3). */
const recent = 500

/** Boxes that an act of the shopper's changes, below which others stand. */
const boxes = 'header, [part~=card], [part=frame]'

/**
 * Keeps what stands below from moving when an answer comes late: room that was taken is kept until the shopper does something again, since
 * then it may move.
 */
export class Room implements ReactiveController {
  #inputAt = -Infinity
  #before = new Map<HTMLElement, number>()

  constructor(
    private readonly host: LitElement,
    /** Whether this is still about who is on screen. */
    private readonly isOurs: () => boolean,
  ) {
    for (const type of ['click', 'input']) host.addEventListener(type, () => this.#release())
    host.addController(this)
  }

  hostUpdate() {
    this.#before = new Map(this.#boxes.map((box) => [box, heightOf(box)]))
  }

  hostUpdated() {
    if (!this.isOurs()) return this.#giveBack()
    if (performance.now() - this.#inputAt < recent) return
    for (const [box, height] of this.#before) if (heightOf(box) < height) box.style.minBlockSize = `${height}px`
  }

  #release() {
    this.#inputAt = performance.now()
    if (this.isOurs()) this.#giveBack()
  }

  #giveBack() {
    for (const { style } of this.#boxes) style.minBlockSize = ''
  }

  get #boxes() {
    return [...(this.host.renderRoot as ShadowRoot).querySelectorAll<HTMLElement>(boxes)]
  }
}

const heightOf = (box: HTMLElement) => box.getBoundingClientRect().height

/** Room for a notice that may come there, taken when it is asked for. */
export const renderRoom = (text: string): TemplateResult => html`<p class="notice room" aria-hidden="true">${text}</p>`
