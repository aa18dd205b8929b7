import { orderOf, type TrackingState } from './tracking-state.ts'
import { trackedOrders } from './tracked-orders.ts'
import { trackedStatuses } from './tracked-statuses.ts'
import { orderProtectionStates } from './order-protection-states.ts'

/** The form, from its first display to a result. */
const lookups: TrackingState[] = [
  { name: 'before-the-script', title: 'Before the script', shows: "The shop's own text.", ...orderOf('K-1024'), noScript: true },
  { name: 'form', title: 'The form', shows: 'The fields for the proof.' },
  { name: 'form-nothing', title: 'The form, sent with nothing in it', shows: 'The missing fields.', actions: ['press submit'] },
  {
    name: 'form-faults',
    title: 'The form, with faults',
    shows: 'The mistake, beside its field.',
    actions: ['type email mira(at)example.com', 'press submit'],
  },
  {
    name: 'not-found',
    title: 'Not found',
    shows: 'One sentence for every mistake; the input stays.',
    conditions: 'unknown',
    actions: ['type order_number K-4711', 'type email mira@example.com', 'press submit'],
  },
  {
    name: 'too-many-tries',
    title: 'Too many attempts',
    shows: 'The time to wait.',
    conditions: 'limited',
    actions: ['type tracking_number 1Z999AA1', 'press submit'],
  },
  { name: 'finding', title: 'Finding', shows: 'No answer for 2.5 seconds, then the order.', ...orderOf('K-1024'), conditions: 'slow' },
  {
    name: 'not-known-yet',
    title: 'Not known yet',
    shows: 'The key of an order that was not reported: some retries, then the form.',
    attributes: { 'order-key': 'nobody-knows' },
    conditions: 'unknown',
  },
  {
    name: 'found',
    title: 'Found by the form',
    shows: 'The order with the focus on its number, and a link to look up another order.',
    actions: ['type order_number #K-1024', 'type email eloise@example.ca', 'press submit'],
  },
]

/** The amount of data by the kind of proof. */
const proofs: TrackingState[] = [
  {
    name: 'proof-tracking-number',
    title: 'Proved by a tracking number',
    shows: 'Status, estimate, carrier, and what happened by country.',
    attributes: { 'tracking-number': '9261290278835400000017' },
  },
  { name: 'proof-number-and-e-mail', title: 'Proved by number and e-mail', shows: 'Also items and town.', ...orderOf('K-1002') },
  { name: 'proof-key', title: 'Proved by a key', shows: 'Also protection, and the possible changes.', ...orderOf('K-1002'), isKeyed: true },
]

/** The page when the service is unavailable or not configured. */
const outages: TrackingState[] = [
  { name: 'down', title: 'Down at first', shows: "The shop's own text, and that the widget retries.", ...orderOf('K-1024'), conditions: 'down' },
  {
    name: 'down-at-the-form',
    title: 'Down when asked',
    shows: 'The form stays, with its input.',
    conditions: 'down',
    actions: ['type order_number K-1024', 'type email eloise@example.ca', 'press submit'],
  },
  {
    name: 'down-later',
    title: 'Down later',
    shows: 'The known data, with a notice.',
    ...orderOf('K-1024'),
    conditions: 'down-later',
    actions: ['press timeline', 'refresh'],
  },
  { name: 'off', title: 'Not switched on', shows: "Only the shop's own text.", ...orderOf('K-1024'), conditions: 'off' },
]

const looks: TrackingState[] = [
  { name: 'earlier-updates', title: 'Earlier updates', shows: 'All events, opened.', ...orderOf('K-1003'), actions: ['press earlier'] },
  {
    name: 'slots',
    title: "The shop's own parts",
    shows: "The shop's words above and below the order, at the status, in place of the link to the shop, and in place of the carrier's name.",
    ...orderOf('K-1009'),
    slots: {
      header: 'Thank you for your order.',
      'delivery-note': 'Somebody has to sign for ceramics.',
      support: 'Call us at +1 503 555 0142.',
      recommendations: 'You may also like our saucers.',
      'carrier-nova-poshta': 'Nova Poshta, our carrier',
    },
  },
  {
    name: 'form-slot',
    title: "The form, with the shop's own words",
    shows: "The shop's words below the form.",
    slots: { empty: 'Your order number is in our confirmation email.' },
  },
  { name: 'narrow', title: 'Narrow box', shows: 'In a column of 16 letters.', ...orderOf('K-1004'), setting: 'slim' },
  { name: 'large-text', title: 'Large text', shows: 'Text of twice the size.', ...orderOf('K-1004'), setting: 'large' },
  {
    name: 'dark-unsaid',
    title: 'A dark page that does not say so',
    shows: 'Light text on a dark background, without a colour scheme or an accent.',
    ...orderOf('K-1004'),
    setting: 'dark',
  },
  { name: 'form-right-to-left', title: 'The form, right to left', shows: 'Mirrored, in Arabic.', dir: 'rtl', attributes: { lang: 'ar' } },
  { name: 'right-to-left', title: 'Right to left', shows: 'Mirrored, in Arabic.', ...orderOf('K-1007', { lang: 'ar' }), isKeyed: true, dir: 'rtl' },
]

/** Every state of the tracking widget, in the order in which a shopper meets them. */
export const trackingStates: TrackingState[] = [...lookups, ...proofs, ...trackedStatuses, ...trackedOrders, ...orderProtectionStates, ...outages, ...looks]
