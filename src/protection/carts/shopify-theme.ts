import { html, render } from 'lit'

/** Part of the page that a theme's section renders. */
export interface Section {
  /** As the platform knows it. */
  id: string
  /** What is replaced on the page. */
  place: Element
  /** What replaces it, in what the platform renders; the first that is found. */
  within: string[]
}

/**
 * Parts that themes of the Dawn family render from the cart (https://github.com/Shopify/dawn/blob/main/assets/cart.js). Those with a
 * subscriber of their own render themselves when they hear of a change, the others only after changes that they make themselves.
 */
const familiar = [
  { selector: 'cart-items .js-contents', subscribes: true },
  { selector: '#main-cart-footer .js-contents' },
  { selector: '#CartDrawer .drawer__inner', subscribes: true },
  { selector: '#cart-icon-bubble', id: 'cart-icon-bubble', within: '.shopify-section' },
]

/** Shopify renders this many sections with a change of the cart, and no more (https://shopify.dev/docs/api/ajax/section-rendering). */
const maxSections = 5

const prefix = 'shopify-section-'

/**
 * The parts of the page that show the cart and have to be rendered anew when it changes: those that the theme names by
 * `data-storefront-section="its section's id"`, and the known ones that the theme does not render itself after an event.
 */
export function sectionsOf(page: ParentNode, publishes: boolean): Section[] {
  const named = [...page.querySelectorAll<HTMLElement>('[data-storefront-section]')].map((place): Section => {
    const id = place.dataset.storefrontSection!
    return { id, place, within: [`[data-storefront-section="${CSS.escape(id)}"]`, '.shopify-section'] }
  })
  const known = familiar
    .filter(({ subscribes }) => !(subscribes && publishes))
    .flatMap(({ selector, id, within = selector }) =>
      [...page.querySelectorAll(selector)].flatMap((place): Section[] => {
        const section = id ?? place.closest(`[id^="${prefix}"]`)?.id.slice(prefix.length)
        return section && !place.closest('[data-storefront-section]') ? [{ id: section, place, within: [within] }] : []
      }),
    )
  return [...named, ...known]
}

/** The ids to ask for, at most as many as the platform renders at once. */
export const idsOf = (sections: Section[]): string[] => [...new Set(sections.map(({ id }) => id))].slice(0, maxSections)

/** Replaces the sections that the platform has rendered. A section that failed, or in which the shopper is typing, stays as it is. */
export function replaceSections(sections: Section[], rendered: Record<string, string | null>): void {
  for (const { id, place, within } of sections) {
    const text = rendered[id]
    if (!text || !place.isConnected || isTyping(place)) continue
    const fresh = parse(text)
    const found = within.map((selector) => fresh.querySelector(selector)).find(Boolean)
    if (found && found.innerHTML !== place.innerHTML) replace(place, found)
  }
}

function replace(place: Element, { childNodes }: Element): void {
  const focused = place.contains(document.activeElement) ? document.activeElement! : undefined
  const alike = () => [...place.querySelectorAll<HTMLElement & { updateComplete?: Promise<unknown> }>(focused!.localName)]
  const index = focused ? alike().findIndex((element) => element === focused) : -1
  place.replaceChildren(...childNodes)
  if (!focused) return
  const heir = alike().find(({ id }) => id && id === focused.id) ?? alike()[index]
  // One of our own elements has nothing to focus before it has rendered.
  void Promise.resolve(heir?.updateComplete).then(() => heir?.focus({ preventScroll: true }))
}

/** Whether the shopper is typing there. A replacement would lose the text. */
function isTyping(place: Element): boolean {
  const input = document.activeElement as HTMLInputElement | null
  return !!input && place.contains(input) && input.defaultValue !== undefined && input.value !== input.defaultValue
}

/** The browser's own reading of what the shop rendered, made where no script runs; by the templates' policy, where types are enforced. */
function parse(text: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  render(html(Object.assign([text], { raw: [text] })), body, { creationScope: body.ownerDocument })
  return body
}
