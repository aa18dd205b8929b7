/*
 * What the worker and the page both know of Shopify's elements: their names, properties, events and methods
 * (https://shopify.dev/docs/api/customer-account-ui-extensions/2026-07/web-components). Every element takes all properties, because no name means two
 * things.
 */

/** The elements that extensions may use. */
export const elementNames = (
  's-abbreviation s-announcement s-avatar s-badge s-banner s-box s-button s-button-group s-checkbox s-chip s-choice s-choice-list s-clickable s-clickable-chip ' +
  's-clipboard-item s-customer-account-action s-date-field s-date-picker s-details s-divider s-drop-zone s-email-field s-form s-grid s-grid-item s-heading ' +
  's-icon s-image s-image-group s-link s-list-item s-map s-menu s-modal s-money-field s-number-field s-option s-ordered-list s-page s-paragraph ' +
  's-password-field s-payment-icon s-phone-field s-popover s-press-button s-product-thumbnail s-progress s-qr-code s-query-container s-scroll-box s-section ' +
  's-select s-sheet s-skeleton-paragraph s-spinner s-stack s-summary s-switch s-text s-text-area s-text-field s-time s-tooltip s-unordered-list s-url-field'
).split(' ')

const texts = (
  'accessibilityLabel accessibilityRole accessibilityVisibility alignContent alignItems alt aspectRatio autocomplete background blockSize border borderRadius ' +
  'borderStyle borderWidth color columnGap command commandFor content dateTime defaultValue direction display error gap gridColumn gridRow gridTemplateColumns ' +
  'gridTemplateRows heading href icon iconPosition id inlineSize justifyContent justifyItems label labelAccessibilityVisibility lang loadingLabel maxBlockSize ' +
  'maxInlineSize minBlockSize minInlineSize name objectFit overflow padding paddingBlock paddingBlockEnd paddingBlockStart paddingInline paddingInlineEnd ' +
  'paddingInlineStart placeholder prefix rowGap size sizes src srcSet subheading suffix target text tone type value variant dir'
).split(' ')
const switches =
  'checked collapsible defaultChecked defaultOpen defaultPressed defaultSelected disabled dismissible hidden multiple open pressed readOnly required selected'.split(
    ' ',
  )
const numbers = 'max maxLength min minLength rows step totalItems'.split(' ')

/** The properties and the types of their values. `loading` is a word on images and a switch on buttons, and `values` is a list. */
export const propertyTypes: Record<string, StringConstructor | BooleanConstructor | NumberConstructor | ObjectConstructor> = {
  ...Object.fromEntries(texts.map((name) => [name, String])),
  ...Object.fromEntries(switches.map((name) => [name, Boolean])),
  ...Object.fromEntries(numbers.map((name) => [name, Number])),
  loading: Object,
  values: Object,
}

/** The events, as elements fire them. */
export const eventNames = 'click change input focus blur submit toggle aftertoggle show hide aftershow afterhide dismiss copy copyerror load error'.split(' ')

/** The methods that extensions may call. */
export const methodNames = ['hideOverlay', 'showOverlay', 'toggleOverlay', 'focus'] as const
