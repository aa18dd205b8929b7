/** Holds a box at its height: what has grown in it is scrolled to, by wheel, finger or keys. `last` is the last that was listed in it, and how far it has come down. */
export function hold(box: HTMLElement, height: number, last?: HTMLElement, fallen = 0) {
  box.style.blockSize = `${height}px`
  box.toggleAttribute('data-held', true)
  box.tabIndex = 0
  // A list stays a list.
  if (!box.matches('ul')) box.role = 'group'
  box.ariaLabel = box.closest('[part~=card]')?.querySelector('h2, h3')?.textContent ?? null
  // What the reader sees stays where it is; below the last that they know, they see the first of what is new.
  if (last) box.scrollTop += fallen > 1 ? fallen : topOf(last) - Math.max(topOf(box), 0)
}

/** Lets a box be as tall as it is. Where the shopper has pressed something in it, the page goes along, so that what they see stays there. */
export function letGo(box: HTMLElement, isPressed: boolean) {
  if (!isHeld(box)) return
  const { scrollTop } = box
  box.style.blockSize = ''
  for (const name of ['data-held', 'tabindex', 'role', 'aria-label']) box.removeAttribute(name)
  if (isPressed) scrollBy({ top: scrollTop, behavior: 'instant' })
}

/** Whether it is held itself. */
const isHeld = (box: HTMLElement) => box.matches('[data-held]')

const topOf = (element: HTMLElement) => element.getBoundingClientRect().top
