/** Holds a box at its height: what has grown in it is scrolled to, by wheel, finger or keys. `last` is the last that was listed in it, and how far it has come down. */
export function hold(box: HTMLElement, height: number, last?: HTMLElement, fallen = 0) {
  box.style.blockSize = `${height}px`
  box.toggleAttribute('data-held', true)
  box.tabIndex = 0
  // A list stays a list.
  if (!box.matches('ul')) box.role = 'group'
  box.ariaLabel = box.closest('[part~=card]')?.querySelector('h2, h3')?.textContent ?? null
  keepWidth(box)
  // What the reader sees stays where it is; where they have asked for more, they see the first of it below the last that they know.
  if (fallen > 1) box.scrollTop += fallen
  else if (last && box.matches('[part=entries]')) box.scrollTop += topOf(last) - Math.max(topOf(box), 0)
}

/** Lets a box be as tall as it is. Where the shopper has pressed something in it or beside it, the page goes along, so that what they see stays there. */
export function letGo(box: HTMLElement, isNear: boolean) {
  if (!isHeld(box)) return
  const { scrollTop } = box
  Object.assign(box.style, { blockSize: '', marginInlineEnd: '', paddingInlineEnd: '' })
  for (const name of ['data-held', 'tabindex', 'role', 'aria-label']) box.removeAttribute(name)
  if (isNear) scrollBy({ top: scrollTop, behavior: 'instant' })
}

/** Puts the bar for scrolling beside what stands there, which would have less room and break its lines anew. */
function keepWidth(box: HTMLElement) {
  const { borderInlineStartWidth, borderInlineEndWidth, paddingInlineEnd } = getComputedStyle(box)
  const bar = box.offsetWidth - box.clientWidth - parseFloat(borderInlineStartWidth) - parseFloat(borderInlineEndWidth)
  const padding = parseFloat(paddingInlineEnd)
  if (padding) box.style.paddingInlineEnd = `${padding - bar}px`
  else box.style.marginInlineEnd = `${-bar}px`
}

/** Whether it is held itself. */
const isHeld = (box: HTMLElement) => box.matches('[data-held]')

const topOf = (element: HTMLElement) => element.getBoundingClientRect().top
