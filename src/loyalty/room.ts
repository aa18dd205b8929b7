import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit'
import { hold, letGo } from './held.ts'

/** Milliseconds after an input in which what it brings may move what stands below (Layout Instability, 2.3). */
const recent = 500

/** Milliseconds of a press that count: what a longer one brings may still move something. */
const press = 300

/** Boxes of which others stand below, the inner ones last. */
const boxes = '[part=frame], header, .columns, [part~=card], .rows, .tiles'

/** What stands one below the other in them. */
const standing = '[part=panel] > *, .columns > *, [part~=card] > *'

/** How something stood before an answer came. */
interface Stand {
  top: number
  height: number
  /** Whether what is below it was in sight. */
  seen: boolean
  /** The last that was listed in it, and where that stood. */
  last?: HTMLElement
  lastTop: number
}

/**
 * Keeps what stands in the panel and below it from moving when an answer comes late, until the shopper does something again, since then it may
 * move: room that was taken is kept, and what grows does so in the room that it has.
 */
export class Room implements ReactiveController {
  /** When the shopper last did something, in milliseconds of the page's time. */
  #inputAt = -Infinity
  /** When the shopper last began to press something, from which browsers count. */
  #pressedAt = -Infinity
  /** Whether there was a panel, with somebody before it. */
  #stood = false
  #before = new Map<HTMLElement, Stand>()
  /** The frame in which it will be seen how things stand now; until then what counts is how they stood in the last. */
  #frame = 0
  /** What the texts said that run from right to left. */
  #said = new Map<Text, string>()

  constructor(
    private readonly host: LitElement,
    /** Whether this is still about who is on screen. */
    private readonly isOurs: () => boolean,
  ) {
    // Before what it brings is done.
    for (const type of ['pointerdown', 'keydown'])
      host.addEventListener(type, ({ timeStamp }) => (this.#pressedAt = timeStamp), { capture: true, passive: true })
    for (const type of ['click', 'input']) host.addEventListener(type, (input) => this.#release(input), { capture: true })
    host.addController(this)
  }

  /** Takes note of what the shopper did before there was anybody to see it. */
  note(inputAt: number) {
    if (this.#inputAt < 0) this.#inputAt = inputAt
  }

  hostUpdate() {
    if (!this.#frame) {
      this.#stood = this.#find('[part=panel]').length > 0
      this.#before = new Map(this.#find(`${boxes}, ${standing}`).map((element) => [element, this.#standOf(element)]))
    }
    this.#said = new Map(getComputedStyle(this.host).direction === 'rtl' ? this.#texts().map((text) => [text, text.data]) : [])
  }

  hostUpdated() {
    this.#renewTexts()
    if (!this.isOurs()) return this.#giveBack()
    if (!this.#stood) return
    if (performance.now() - this.#inputAt >= recent) return this.#keepStill()
    // What is rendered just in time may be drawn too late.
    if (!document.hidden) this.#frame ||= requestAnimationFrame(this.#handleFrame)
  }

  #handleFrame = () => {
    this.#frame = 0
    if (this.isOurs() && performance.now() - this.#inputAt >= recent) this.#keepStill()
  }

  #keepStill() {
    this.#putLast()
    // From the inside out: where a list keeps its height, its card does.
    for (const box of this.#find(boxes).reverse()) {
      const before = this.#before.get(box)
      if (!before) continue
      const height = heightOf(box)
      if (height < before.height) box.style.minBlockSize = `${before.height}px`
      else if (height > before.height + 1 && before.seen) hold(box, before.height, before.last, before.last && this.#topOf(before.last) - before.lastTop)
    }
    this.#putBack()
  }

  /** A text that says something else is another text: from right to left, browsers take where its last run begins for where it stands. */
  #renewTexts() {
    for (const [text, said] of this.#said) if (text.isConnected && text.data !== said) text.replaceWith(new Text(text.data))
  }

  /** What was not there takes the last place in its box, where it would push others down. */
  #putLast() {
    const all = this.#find(standing)
    const isPushed = (element: HTMLElement) => (this.#before.get(element)?.height ?? 0) > 0 && this.#topOf(element) > this.#before.get(element)!.top + 1
    for (const element of all)
      if (!this.#before.has(element) && all.some((other) => other.parentElement === element.parentElement && isPushed(other) && isAfter(other, element)))
        element.style.order = '1'
  }

  /** What has come up, since something above it has gone, goes back to where it was. */
  #putBack() {
    for (const element of this.#find(standing)) {
      const before = this.#before.get(element)
      // What was empty had no place of its own.
      if (!before?.height || !element.offsetWidth || element.parentElement?.closest('[data-held]')) continue
      const risen = before.top - this.#topOf(element)
      if (risen > 1) element.style.marginBlockStart = `${parseFloat(getComputedStyle(element).marginBlockStart) + risen}px`
    }
  }

  #release(input: Event) {
    this.#inputAt = Math.max(this.#pressedAt, input.timeStamp - press)
    if (this.isOurs()) this.#giveBack(input)
  }

  #giveBack(input?: Event) {
    for (const element of this.#find(`${boxes}, ${standing}`)) {
      letGo(element, !!input?.composedPath().includes(element.closest('[part~=card]') ?? element))
      Object.assign(element.style, { minBlockSize: '', marginBlockStart: '', order: '' })
    }
  }

  #standOf(element: HTMLElement): Stand {
    const last = [...element.querySelectorAll<HTMLElement>('li:not(details *)')].at(-1)
    const { bottom, height } = element.getBoundingClientRect()
    return { top: this.#topOf(element), height, seen: bottom < innerHeight, last, lastTop: last ? this.#topOf(last) : 0 }
  }

  /** From where the panel begins, since a page may scroll by itself to keep what is read in its place. */
  #topOf(element: HTMLElement) {
    return element.getBoundingClientRect().top - this.host.getBoundingClientRect().top
  }

  #texts() {
    return this.#find('[part=panel]').flatMap((panel) => {
      const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      return texts
    })
  }

  #find(selector: string) {
    return [...(this.host.renderRoot as ShadowRoot).querySelectorAll<HTMLElement>(selector)].filter((element) => !element.closest('.room'))
  }
}

const isAfter = (element: Element, other: Element) => (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0

const heightOf = (box: HTMLElement) => box.getBoundingClientRect().height

/** Room for a notice that may come there, taken when it is asked for. */
export const renderRoom = (text: string): TemplateResult => html`<p class="notice room" aria-hidden="true">${text}</p>`
