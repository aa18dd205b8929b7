/** A step of the page once the price is shown, as its theme or a shopper would perform it. */
export type PreviewAction = 'dialog' | 'more' | 'many-more'

/** A state of the protection widget, and how the preview produces it. */
export interface PreviewState {
  name: string
  title: string
  /** A description of what the page shows. */
  shows: string
  /** The goods in the cart: variants by their place in the catalogue, with their quantities. */
  goods: Record<number, number>
  /** Whether the cart already contains protection. */
  protected?: boolean
  /** How the proxy behaves; with `above`, only for amounts above so many cents. */
  conditions?: 'normal' | 'slow' | 'down' | `${'slow' | 'down'}-above-${number}`
  actions?: PreviewAction[]
  /** The elements on the page, by their attributes; by default one without attributes. */
  elements?: Record<string, string>[]
  /** A look that the page adds. */
  setting?: string
  /** Whether the shop describes the cover in its own words. */
  ownWords?: boolean
  /** Whether the page omits the script. */
  noScript?: boolean
  dir?: 'rtl'
}

const [mug, poster, song] = [0, 1, 3]
const mugs = { [mug]: 2 }

/** Every combination of look, layout and density. */
const looks = ['switch', 'checkbox'].flatMap((look) =>
  ['full', 'compact'].flatMap((layout) => ['comfortable', 'cosy', 'tight'].map((density) => ({ look, layout, density }))),
)

/** Every state of the widget, in the order in which a shopper meets them. */
export const protectionStates: PreviewState[] = [
  { name: 'before-the-script', title: 'Before the script', shows: "The reserved space, with the shop's own text.", goods: mugs, noScript: true },
  { name: 'first-paint', title: 'First paint', shows: 'No price for 2.5 seconds, then the offer; nothing moves.', goods: mugs, conditions: 'slow' },
  { name: 'off', title: 'Off, with a price', shows: 'The price, before the shopper agrees to it.', goods: mugs },
  { name: 'on', title: 'On', shows: 'The line is in the cart.', goods: mugs, protected: true },
  {
    name: 'asking-again',
    title: 'Asking again',
    shows: 'One more mug: the old price stays, dimmed, until the new one arrives.',
    goods: { [mug]: 10 },
    conditions: 'slow-above-24000',
    actions: ['more'],
  },
  {
    name: 'price-changed',
    title: 'Price changed while on',
    shows: 'One more mug: a notice with the new price; protection stays on.',
    goods: { [mug]: 10 },
    protected: true,
    actions: ['more'],
  },
  {
    name: 'asked-again',
    title: 'Asked again',
    shows: 'Many more mugs: the price rose so much that protection is off until the shopper agrees again.',
    goods: { [mug]: 10 },
    protected: true,
    actions: ['many-more'],
  },
  { name: 'nothing-ships', title: 'Nothing ships', shows: "A download: the shop's own text, no offer.", goods: { [song]: 1 } },
  {
    name: 'over-the-cap',
    title: 'Over the cap',
    shows: "Too valuable to protect: the shop's own text, no offer.",
    goods: { [mug]: 99, [poster]: 99, 2: 99 },
  },
  { name: 'unavailable', title: 'Unavailable', shows: "The service is down: the shop's own text.", goods: mugs, conditions: 'down' },
  { name: 'too-late', title: 'No answer', shows: "No offer after three seconds: the shop's own text.", goods: { [mug]: 3 }, conditions: 'slow-above-7199' },
  {
    name: 'unavailable-while-on',
    title: 'Unavailable while on',
    shows: 'One more mug while the service is down: the line is gone, with a short notice.',
    goods: { [mug]: 10 },
    protected: true,
    conditions: 'down-above-24000',
    actions: ['more'],
  },
  { name: 'dialog', title: 'Dialog of the covered risks', shows: "The dialog shows the widget's own texts.", goods: mugs, actions: ['dialog'] },
  {
    name: 'dialog-terms',
    title: 'What is covered, with days and amounts',
    shows: 'The dialog, with the terms that the shop gives by attributes.',
    goods: mugs,
    actions: ['dialog'],
    elements: [{ 'lost-after-days': '14', 'claim-within-days': '30', 'covers-up-to': '50000' }],
  },
  {
    name: 'dialog-own-words',
    title: 'What is covered, in the words of the shop',
    shows: 'The dialog, with slots and links.',
    goods: mugs,
    actions: ['dialog'],
    ownWords: true,
  },
  { name: 'buttons', title: 'Two buttons', shows: 'The choice as two equal buttons, none of them chosen.', goods: mugs, elements: [{ look: 'buttons' }] },
  { name: 'looks', title: 'Looks', shows: 'Every look, layout and density, off.', goods: mugs, elements: looks },
  { name: 'looks-on', title: 'Looks, on', shows: 'Every look, layout and density, on.', goods: mugs, protected: true, elements: looks },
  {
    name: 'looks-with-news',
    title: 'Looks, with news',
    shows: 'Every look, layout and density, when the price has changed.',
    goods: { [mug]: 10 },
    protected: true,
    actions: ['more'],
    elements: looks,
  },
  { name: 'two', title: 'Two on a page', shows: 'The offer with its price and its switch.', goods: mugs, elements: [{}, { layout: 'compact' }] },
  { name: 'disabled', title: 'Disabled', shows: 'In a fieldset that is switched off.', goods: mugs, setting: 'disabled' },
  { name: 'narrow', title: 'Narrow box', shows: 'In a column of 13 letters.', goods: mugs, setting: 'slim', elements: [{}, { layout: 'compact' }] },
  {
    name: 'long-price',
    title: 'Long price',
    shows: 'In dinars of a thousand fils.',
    goods: mugs,
    elements: [
      { cart: 'events', amount: '500000', currency: 'KWD' },
      { cart: 'events', amount: '500000', currency: 'KWD', layout: 'compact' },
    ],
  },
  {
    name: 'right-to-left',
    title: 'Right to left',
    shows: 'Mirrored.',
    goods: mugs,
    protected: true,
    dir: 'rtl',
    elements: [{}, { layout: 'compact' }, { look: 'checkbox' }],
  },
  { name: 'large-text', title: 'Large text', shows: 'Text of twice the size.', goods: mugs, setting: 'large', elements: [{}, { layout: 'compact' }] },
  {
    name: 'dark-unsaid',
    title: 'A dark page that does not say so',
    shows: 'Light text on a dark background, without a colour scheme or an accent.',
    goods: mugs,
    protected: true,
    setting: 'dark',
    elements: [{}, { layout: 'compact' }, { look: 'checkbox' }, { look: 'buttons' }],
  },
]
