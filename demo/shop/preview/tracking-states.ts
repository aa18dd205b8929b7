import { orderOf, type TrackingState } from './tracking-state.ts'
import { trackedOrders } from './tracked-orders.ts'
import { trackedStatuses } from './tracked-statuses.ts'
import { orderProtectionStates } from './order-protection-states.ts'

/** The form, from its first display to a result. */
const lookups: TrackingState[] = [
  { name: 'before-the-script', title: 'Before the script', shows: 'The words of the shop.', ...orderOf('K-1024'), noScript: true },
  { name: 'form', title: 'The form', shows: 'What proves that somebody may know.' },
  { name: 'form-nothing', title: 'The form, sent with nothing in it', shows: 'What is needed.', acts: ['press submit'] },
  {
    name: 'form-faults',
    title: 'The form, with faults',
    shows: 'What is wrong, beside its field.',
    acts: ['type email mira(at)example.com', 'press submit'],
  },
  {
    name: 'not-found',
    title: 'Not found',
    shows: 'One sentence, whatever was wrong; what was typed stays.',
    conditions: 'unknown',
    acts: ['type order_number K-4711', 'type email mira@example.com', 'press submit'],
  },
  {
    name: 'too-many-tries',
    title: 'Too many tries',
    shows: 'How long to wait.',
    conditions: 'limited',
    acts: ['type tracking_number 1Z999AA1', 'press submit'],
  },
  { name: 'finding', title: 'Finding', shows: 'No answer for two seconds and a half, then the order.', ...orderOf('K-1024'), conditions: 'slow' },
  {
    name: 'not-known-yet',
    title: 'Not known yet',
    shows: 'The key of an order that the shop has not told of: looked for again for a while, then the form.',
    attributes: { 'order-key': 'nobody-knows' },
    conditions: 'unknown',
  },
  {
    name: 'found',
    title: 'Found by the form',
    shows: 'The order, the focus on its number, and the way to another.',
    acts: ['type order_number #K-1024', 'type email eloise@example.ca', 'press submit'],
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
  { name: 'proof-number-and-e-mail', title: 'Proved by number and e-mail', shows: 'Items and town, too.', ...orderOf('K-1002') },
  { name: 'proof-key', title: 'Proved by a key', shows: 'Protection, and what may be done about it, too.', ...orderOf('K-1002'), isKeyed: true },
]

/** The page when the service is unavailable or not configured. */
const outages: TrackingState[] = [
  { name: 'down', title: 'Down at first', shows: 'The words of the shop, and that we keep trying.', ...orderOf('K-1024'), conditions: 'down' },
  {
    name: 'down-at-the-form',
    title: 'Down when asked',
    shows: 'The form stays, with what was typed.',
    conditions: 'down',
    acts: ['type order_number K-1024', 'type email eloise@example.ca', 'press submit'],
  },
  {
    name: 'down-later',
    title: 'Down later',
    shows: 'What is known stays, with a word about it.',
    ...orderOf('K-1024'),
    conditions: 'down-later',
    acts: ['press timeline', 'press refresh'],
  },
  { name: 'off', title: 'Not switched on', shows: 'The words of the shop, and nothing else.', ...orderOf('K-1024'), conditions: 'off' },
]

const looks: TrackingState[] = [
  { name: 'earlier-updates', title: 'Earlier updates', shows: 'All that happened, opened.', ...orderOf('K-1001'), acts: ['press earlier'] },
  { name: 'narrow', title: 'Narrow box', shows: 'In a column of 16 letters.', ...orderOf('K-1004'), setting: 'slim' },
  { name: 'large-text', title: 'Large text', shows: 'Letters of twice the size.', ...orderOf('K-1004'), setting: 'large' },
  {
    name: 'dark-unsaid',
    title: 'A dark page that does not say so',
    shows: 'Light letters on a dark ground, without a colour scheme or an accent.',
    ...orderOf('K-1004'),
    setting: 'dark',
  },
  { name: 'form-right-to-left', title: 'The form, right to left', shows: 'Mirrored, in Arabic.', dir: 'rtl', attributes: { lang: 'ar' } },
  { name: 'right-to-left', title: 'Right to left', shows: 'Mirrored, in Arabic.', ...orderOf('K-1007', { lang: 'ar' }), isKeyed: true, dir: 'rtl' },
]

/** Every state of the tracking widget, in the order in which a shopper meets them. */
export const trackingStates: TrackingState[] = [...lookups, ...proofs, ...trackedStatuses, ...trackedOrders, ...orderProtectionStates, ...outages, ...looks]
