import { eachParcel, withManyEvents, inHours, onlyParcels, type Change, type Tracked } from './tracked.ts'
import { orderOf, type TrackingState } from './tracking-state.ts'

/** Makes a state with so many packages of the demo’s largest order, with fifty events each. */
const packages = (count: number, shows: string): TrackingState => ({
  name: `packages-${count}`,
  title: count === 1 ? 'One package' : `${count} packages`,
  shows,
  ...orderOf('K-1022'),
  change: (order) => withManyEvents(onlyParcels(count)(order)),
})

const paid =
  (financial_status: string): Change =>
  (order) => ({ ...order, financial_status })

/** The parts of an order beyond its packages. */
const wholes: TrackingState[] = [
  packages(1, 'One card, with fifty events.'),
  packages(3, 'A card each, worst news first, and how they stand in one line.'),
  packages(200, 'As three, and as quick.'),
  { name: 'same-box', title: 'Three packages of one line', shows: 'One card per outcome.', ...orderOf('K-1015') },
  { name: 'still-to-ship', title: 'Not shipped yet', shows: 'One package, and the items that are not sent yet.', ...orderOf('K-1020') },
  { name: 'nothing-sent', title: 'Nothing sent yet', shows: 'The items that are not sent yet.', ...orderOf('K-1005') },
  { name: 'without-tracking', title: 'Sent without tracking', shows: 'A separate card without steps, which is never late.', ...orderOf('K-1014') },
  { name: 'nothing-to-ship', title: 'Nothing to ship', shows: 'A download: where to find it.', ...orderOf('K-1016') },
  { name: 'refunded', title: 'Refunded', shows: 'That the order was refunded.', ...orderOf('K-1019') },
  { name: 'voided', title: 'Cancelled before it was paid', shows: 'That no credits were taken.', ...orderOf('K-1017') },
  {
    name: 'partially-refunded',
    title: 'Refunded in part',
    shows: 'That a part was refunded.',
    ...orderOf('K-1018'),
    change: paid('partially_refunded'),
  },
]

const dollars = (cents: number) => ({ cents, currency: 'USD' })

type Claim = Record<'resolution' | 'state', string> & { amount?: object; order_number?: string }

/** Makes a change that adds claims about the first package’s items, with their outcomes. */
const claimed =
  (...claims: Claim[]): Change =>
  (order: Tracked) => ({
    ...order,
    claims: claims.map((claim, index) => ({
      amount: null,
      order_number: null,
      ...claim,
      at: inHours(-20 - 30 * index),
      items: (order.packages[0]?.items ?? []).map((item) => ({ ...item, quantity: 1 })),
    })),
  })

const outcomes = {
  awaiting: { resolution: 'refund', state: 'awaiting', amount: dollars(2400) },
  refund: { resolution: 'refund', state: 'resolved', amount: dollars(2400) },
  reorder: { resolution: 'reorder', state: 'resolved', order_number: 'K-1024' },
  credit: { resolution: 'store_credit', state: 'resolved', amount: dollars(2640) },
  refused: { resolution: 'refund', state: 'refused', amount: dollars(2400) },
}

/** The outcomes of claims about an order, looked up by its key; the state by number below has no amounts. */
const claims = [
  { name: 'claim-awaiting', title: 'Claim in review', shows: 'That the shop is checking it.', change: claimed(outcomes.awaiting) },
  { name: 'claim-refunded', title: 'Claim: refunded', shows: 'The amount, and that it can take some days.', change: claimed(outcomes.refund) },
  { name: 'claim-replaced', title: 'Claim: replaced', shows: 'The replacement order.', change: claimed(outcomes.reorder) },
  { name: 'claim-credited', title: 'Claim: store credit', shows: 'The amount to spend.', change: claimed(outcomes.credit) },
  { name: 'claim-refused', title: 'Claim: refused', shows: 'The possible actions.', change: claimed(outcomes.refused) },
].map((state): TrackingState => ({ ...state, ...orderOf('K-1021'), isKeyed: true }))

/** Text that no shop would use, but that a service might send. */
const hostile = '<img src=x onerror=alert(1)> javascript:alert(2) \u202eback to front'
const scripts = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x', '//elsewhere.example', ' javascript:alert(1)']

const hostility: TrackingState[] = [
  {
    name: 'claims-by-number',
    title: 'Claims, by number and e-mail',
    shows: 'Every outcome, without amounts.',
    ...orderOf('K-1021'),
    change: claimed(...Object.values(outcomes).map(({ resolution, state }) => ({ resolution, state }))),
  },
  {
    name: 'hostile-text',
    title: 'Hostile text and links',
    shows: 'Markup is shown as text, and no link runs a script; a missing picture keeps its space.',
    ...orderOf('K-1024'),
    change: (order) => ({
      ...eachParcel(({ events, items: [item] }) => ({
        carrier: hostile,
        label: hostile,
        status: hostile,
        links: scripts.map((url) => ({ carrier: hostile, url })),
        events: [{ status: hostile, message: hostile, created_at: inHours(-1), place: { city: hostile, province: hostile, country: hostile } }, ...events],
        items: [
          { name: hostile, quantity: 1, image_url: 'javascript:alert(1)' },
          { name: 'Unbroken'.repeat(12), quantity: 1_000_000, image_url: String(new URL('/preview/tracking/hostile-text/never', item!.image_url!)) },
        ],
      }))(order),
      order_number: hostile,
      town: { city: hostile, province: hostile, country: hostile },
    }),
  },
]

/** The states of whole orders: the number of packages, other parts of an order, and the outcomes of claims. */
export const trackedOrders: TrackingState[] = [...wholes, ...claims, ...hostility]
