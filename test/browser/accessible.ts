import { expect } from '@open-wc/testing'

/** Checks an element and its content with axe after all animations have ended, because half-faded colours are not meant to be read. */
export async function expectAccessible(element: Element): Promise<void> {
  const animations = [...document.getAnimations(), ...(element.shadowRoot?.getAnimations() ?? [])]
  const ending = animations.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  await expect(element).to.be.accessible()
}
