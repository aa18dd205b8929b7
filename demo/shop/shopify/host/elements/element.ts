import { css, LitElement, type CSSResultGroup, type PropertyDeclarations } from 'lit'
import { propertyTypes } from '../vocabulary.ts'

/** Properties that every element of a page has already. */
const native = ['id', 'hidden', 'lang', 'dir']
/** Properties by which the styles choose. */
const styling = ['tone', 'type', 'variant', 'size', 'color', 'direction', 'display', 'alignItems', 'justifyContent', 'background', 'border', 'borderRadius']
const isStyling = (name: string) => [...styling, 'objectFit', 'inlineSize', 'accessibilityVisibility', 'padding', 'open', 'loading', 'disabled'].includes(name)

/** `loading` is a word on images and a switch on buttons. */
const wordOrSwitch = { toAttribute: (value: unknown) => (value === true ? '' : value || null) }

const properties: PropertyDeclarations = Object.fromEntries(
  Object.entries(propertyTypes)
    .filter(([name]) => !native.includes(name))
    .map(([name, type]) => [name, { type, reflect: isStyling(name), ...(name === 'loading' && { converter: wordOrSwitch }) }]),
)

/** Sizes of spaces in pixels, by the words for them. */
const spaces: Record<string, number> = {
  none: 0,
  'small-500': 2,
  'small-400': 4,
  'small-300': 6,
  'small-200': 8,
  'small-100': 10,
  small: 10,
  base: 16,
  large: 20,
  'large-100': 20,
  'large-200': 24,
  'large-300': 32,
  'large-400': 40,
  'large-500': 48,
}

/** Converts the words for one or more spaces: `base small-200`. */
export const toSpace = (words: string) =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => (word in spaces ? `${spaces[word]! / 16}rem` : word))
    .join(' ')

/** The roles that containers may take, where a page has another word. */
const roles: Record<string, string> = {
  'list-item': 'listitem',
  'ordered-list': 'list',
  'unordered-list': 'list',
  section: 'region',
  header: 'banner',
  footer: 'contentinfo',
  aside: 'complementary',
}

/** One of Shopify’s elements. It takes all their properties and shows those that it knows. */
export class ShopifyElement extends LitElement {
  static override properties = properties
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
      box-sizing: border-box;
      min-inline-size: 0;
    }
    :host([hidden]),
    :host([display='none']) {
      display: none !important;
    }
    :host([accessibilityvisibility='exclusive']) {
      position: absolute !important;
      inline-size: 1px !important;
      block-size: 1px !important;
      overflow: hidden !important;
      clip-path: inset(50%) !important;
      white-space: nowrap !important;
    }
    :focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
  `

  declare accessibilityLabel?: string
  declare accessibilityRole?: string
  declare accessibilityVisibility?: string
  declare command?: string
  declare commandFor?: string
  declare heading?: string
  declare href?: string
  declare target?: string
  declare tone?: string
  declare value?: string

  /** Fires an event for the extension; `changed` are the properties that the shopper has changed. */
  fire(type: string, changed: Record<string, unknown> = {}) {
    Object.assign(this, changed)
    this.dispatchEvent(new CustomEvent(type, { detail: changed }))
  }

  /** Runs the command of a button that names this element in `commandFor`. */
  handleCommand(_command: string) {}

  protected override updated() {
    const { accessibilityRole: role, accessibilityLabel: label, accessibilityVisibility: visibility } = this
    if (this.takesRole && role) this.setAttribute('role', roles[role] ?? role)
    if (this.takesRole && label) this.setAttribute('aria-label', label)
    if (visibility === 'hidden') this.setAttribute('aria-hidden', 'true')
    else this.removeAttribute('aria-hidden')
  }

  /** Whether the element itself, and not a part of it, has the role and the label. */
  protected get takesRole() {
    return false
  }
}

/** Runs the command of a button or link at its target. */
export function runCommand({ command = '--auto', commandFor }: ShopifyElement) {
  const target = commandFor ? document.getElementById(commandFor) : undefined
  if (target instanceof ShopifyElement) target.handleCommand(command)
}

/** The level of a heading, by the sections around it. The page itself has the first. */
export function levelOf(element: Element): number {
  let level = 2
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around.localName === 's-section' && (around as ShopifyElement).heading) level += 1
  return Math.min(level, 6)
}
