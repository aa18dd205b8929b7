import type { LoyaltyState } from './loyalty-state.ts'
import { redemptionStates } from './redemption-states.ts'

// Customers of the shop whom the stand-in service knows. Its many members cover each status and tier.
const [mira, jonas, aiko, noor] = ['700100200301', '700100200302', '700100200303', '700100200304']
const [silver, platinum, unpaid, gone] = ['700100200402', '700100200404', '700100200414', '700100200430']

const dollars = (cents: number) => ({ cents, currency: 'USD' })
const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()

const paid = {
  id: 'paid',
  name: 'Tea room',
  description: 'A tin every month.',
  rank: 9,
  spend_threshold: null,
  spend_period: null,
  price: dollars(1800),
  billing_interval: 'monthly',
}
/** Other paid tiers: one by the year, and one whose interval the service does not state. */
const paidOtherwise = [
  { ...paid, id: 'paid-by-the-year', name: 'Tea house', rank: 10, price: dollars(18_000), billing_interval: 'annual' },
  { ...paid, id: 'paid-whenever', name: 'Tea garden', rank: 11, price: dollars(4200), billing_interval: undefined },
]

/** Text that no shop would use, but that a service might send. */
const hostile = '<img src=x onerror=alert(1)> javascript:alert(2) \u202eback to front'

const benefit = (type: string, name: string, description: string | null, cents?: number) => ({
  type,
  name,
  description,
  credit: cents ? dollars(cents) : null,
})

/** The customers, the states of their membership, and their progress. */
const membershipStates: LoyaltyState[] = [
  { name: 'before-the-script', title: 'Before the script', shows: "The reserved space, with the shop's own text.", who: mira, noScript: true },
  { name: 'loading', title: 'Loading', shows: 'No answer for 2.5 seconds, then the panel; nothing moves.', who: mira, conditions: 'slow' },
  { name: 'guest', title: 'Guest', shows: 'Reasons to join, and the links to join or sign in.', attributes: { 'join-url': '/account', 'cancel-url': '/help' } },
  { name: 'guest-without-ways', title: 'Guest, and no way in', shows: "The shop's own text.", attributes: { 'sign-in-url': '' } },
  { name: 'unavailable', title: 'Unavailable', shows: "The proxy is down: the shop's own text.", who: mira, conditions: 'down' },
  { name: 'not-a-member', title: 'Not a member', shows: 'The benefits, and the button with its consequence.', who: jonas },
  { name: 'joining', title: 'Joining', shows: 'Sent, without effect yet.', who: jonas, actions: ['press join'] },
  { name: 'not-joined', title: 'Joining, refused', shows: 'The reason of the refusal.', who: jonas, actions: ['press join'], refuses: true },
  { name: 'member', title: 'Member', shows: 'All fields.', who: mira, attributes: { 'cart-amount': '6200', 'cart-currency': 'USD' } },
  {
    name: 'nothing-yet',
    title: 'Nothing yet',
    shows: 'A member who joined today: no credits, no spend, no benefits of a tier.',
    who: jonas,
    overrides: {
      member: { first_name: 'Jonas', status: 'ACTIVE', credits: dollars(0), credits_earned: dollars(0), joined_at: at(0) },
      benefits: [],
      tiers: [],
    },
  },
  { name: 'many-entries', title: 'A hundred thousand entries', shows: 'The first page, with a right-to-left name.', who: noor },
  {
    name: 'leaving',
    title: 'Being cancelled',
    shows: 'The benefits that the member keeps until the end, and a button that takes the cancellation back.',
    who: aiko,
    overrides: { may: ['redeem', 'reactivate'] },
  },
  {
    name: 'cancelled',
    title: 'Cancelled',
    shows: 'That the membership has ended, and how to reactivate it.',
    who: gone,
    overrides: { may: ['redeem', 'reactivate'] },
  },
  {
    name: 'payment-failed',
    title: 'Payment failed',
    shows: 'That the payment failed, and a button to change the payment method.',
    who: unpaid,
    overrides: { may: ['payment', 'cancel'] },
  },
  { name: 'status-unknown', title: 'Unknown status', shows: 'That its name cannot be shown.', who: mira, overrides: { member: { status: 'ON_HOLD_2' } } },
]

/** Each kind of tier, and the parts that belong to a tier. */
const tiers: LoyaltyState[] = [
  { name: 'tier-free', title: 'Free tier', shows: 'The lowest tier, and no qualifying purchases yet.', who: noor },
  { name: 'tier-by-spend', title: 'Tier by spend', shows: 'The amount to the next tier.', who: silver },
  {
    name: 'tier-kept',
    title: 'Tier that is kept',
    shows: 'The member keeps the tier without spending.',
    who: mira,
    overrides: { member: { keeps_tier: true } },
    actions: ['press spend'],
  },
  {
    name: 'tier-at-stake',
    title: 'Tier at stake',
    shows: 'The amount to spend to keep the tier, and the date.',
    who: mira,
    overrides: { spend: { annual: dollars(12_050) }, spend_ends_at: { annual: at(39) } },
    actions: ['press spend'],
  },
  {
    name: 'spend-in-periods',
    title: 'Spend in every period',
    shows: 'Tiers with different periods, each with its progress and its end.',
    who: mira,
    overrides: {
      spend: { monthly: dollars(1250), quarterly: dollars(19_500), semi_annual: dollars(32_380), annual: dollars(51_230), all_time: dollars(82_580) },
      spend_ends_at: { monthly: at(8), quarterly: at(39), semi_annual: at(39), annual: at(39) },
      tiers: [
        { id: '1f2e3d4c', name: 'Member', description: null, rank: 0, spend_threshold: null, spend_period: null },
        { id: '3a636361', name: 'Gold', description: null, rank: 1, spend_threshold: dollars(40_000), spend_period: 'ANNUAL' },
        { id: 'monthly', name: 'Platinum', description: null, rank: 2, spend_threshold: dollars(5000), spend_period: 'MONTHLY' },
        { id: 'annual', name: 'Porcelain', description: null, rank: 3, spend_threshold: dollars(100_000), spend_period: 'ANNUAL' },
      ],
    },
    actions: ['press spend'],
  },
  { name: 'tier-highest', title: 'Highest tier', shows: 'The highest tier; nothing more to spend.', who: platinum },
  {
    name: 'tier-paid',
    title: 'Tier that is paid for',
    shows: 'Each tier with its price, and its interval if known. Spending does not lead to a higher tier.',
    who: mira,
    overrides: { tier: paid, tiers: [paid, ...paidOtherwise], spend: null },
  },
  {
    name: 'tier-unlisted',
    title: 'Tier off the ladder',
    shows: 'Its name, beside the ladder of the other tiers.',
    who: mira,
    overrides: { tier: { ...paid, name: 'Friends of the kiln', description: null } },
  },
  { name: 'tier-none', title: 'No tiers', shows: 'Only credits and benefits.', who: mira, overrides: { tier: null, tiers: [] } },
  { name: 'spend-none', title: 'No spend yet', shows: 'No qualifying purchases yet; not an error.', who: silver, overrides: { spend: null } },
  {
    name: 'benefits-of-any-type',
    title: 'Benefits of any type',
    shows: 'Known benefits with an icon and numbers, others with the name of the service.',
    who: mira,
    overrides: {
      benefits: [
        benefit('SIGNUP_CREDITS', 'Welcome credits', 'A thank-you for joining.', 500),
        benefit('BIRTHDAY_CREDITS', 'A gift on your birthday', 'A birthday treat from us.', 1000),
        benefit('FREE_SHIPPING', 'Free shipping', 'On every order.'),
        { ...benefit('ORDER_CREDITS', 'Credits for orders', 'A share of what each one costs.'), percent: 2.5 },
        { ...benefit('FREE_GIFT', 'Postcards', 'With your first order.'), count: 3 },
        benefit('EARLY_ACCESS', 'Early access', 'See new things 24 hours before anyone else.'),
        benefit('DISCOUNTS', '10% off letterpress', 'Taken off at checkout, all year.'),
        benefit('KILN_VISIT', 'An afternoon at the kiln', null),
        benefit('x'.repeat(40), 'Unbroken'.repeat(12), null),
      ],
    },
  },
  {
    name: 'campaigns',
    title: 'Campaigns',
    shows: 'Current, future and unlimited campaigns; ended ones are not shown.',
    who: mira,
    overrides: {
      campaigns: [
        { id: '1', name: 'Winter glazes: early access', starts_at: at(-2), ends_at: at(5) },
        { id: '2', name: 'Open studio evening', starts_at: at(12), ends_at: null },
        { id: '3', name: 'Seconds shelf, restocked', starts_at: null, ends_at: null },
        { id: '4', name: 'Long over', starts_at: at(-9), ends_at: at(-8) },
      ],
    },
  },
  {
    name: 'hostile-text',
    title: 'Hostile text',
    shows: 'Markup is shown as text.',
    who: mira,
    overrides: {
      member: { first_name: hostile, status: hostile },
      tier: { ...paid, name: hostile, description: hostile },
      benefits: [benefit(hostile, hostile, hostile)],
      campaigns: [{ id: '1', name: hostile, starts_at: hostile, ends_at: null }],
    },
  },
]

/** The panel when something is unavailable, or when something was done. */
const outcomes: LoyaltyState[] = [
  {
    name: 'parts-unavailable',
    title: 'Parts unavailable',
    shows: 'The parts that arrived, and the names of the missing ones.',
    who: mira,
    overrides: {
      tier: null,
      tiers: [],
      benefits: [],
      campaigns: [],
      spend: null,
      credits: { entries: [], next: null },
      unavailable: ['tier', 'tiers', 'benefits', 'campaigns', 'spend', 'credits', 'redemption'],
    },
  },
  {
    name: 'member-unavailable',
    title: 'Member unavailable',
    shows: 'The rest is shown.',
    who: mira,
    overrides: { member: null, unavailable: ['member'] },
  },
  {
    name: 'spend-unavailable',
    title: 'Spend unavailable',
    shows: 'The tier without its progress.',
    who: mira,
    overrides: { spend: null, unavailable: ['spend'] },
  },
  {
    name: 'spend-late',
    title: 'Spend that comes late',
    shows: 'The tier, and then its progress.',
    who: mira,
    firstOverrides: { spend: null, unavailable: ['spend'] },
  },
  { name: 'no-credits', title: 'A programme without credits', shows: 'Tier and benefits.', who: mira, overrides: { program: { credits_enabled: false } } },
  { name: 'stale', title: 'Out of date', shows: 'The known data, with a notice.', who: mira, conditions: 'down-later', actions: ['refresh'] },
  {
    name: 'session-ended',
    title: 'Session ended',
    shows: 'The known data, with a link to sign in.',
    who: mira,
    conditions: 'ended-later',
    actions: ['refresh'],
  },
  {
    name: 'payment-asked',
    title: 'Payment method',
    shows: 'The link comes by e-mail.',
    who: mira,
    overrides: { may: ['payment'] },
    actions: ['press payment'],
  },
  {
    name: 'leave-asked',
    title: 'Leaving',
    shows: 'A list of the benefits and credits that end, with the buttons that cancel or keep the membership.',
    who: mira,
    actions: ['press leave'],
  },
  { name: 'leave-sent', title: 'Leaving, sent', shows: 'Sent, without effect yet.', who: mira, actions: ['press leave', 'press cancel-now'] },
  {
    name: 'leave-refused',
    title: 'Leaving, refused',
    shows: 'The reason of the refusal.',
    who: mira,
    actions: ['press leave', 'press cancel-now'],
    refuses: true,
  },
]

const looks: LoyaltyState[] = [
  { name: 'narrow', title: 'Narrow box', shows: 'In a column of 16 letters.', who: mira, setting: 'slim' },
  { name: 'large-text', title: 'Large text', shows: 'Text of twice the size.', who: mira, setting: 'large' },
  {
    name: 'dark-unsaid',
    title: 'A dark page that does not say so',
    shows: 'Light text on a dark background, without a colour scheme or an accent.',
    who: mira,
    setting: 'dark',
  },
  { name: 'right-to-left', title: 'Right to left', shows: 'Mirrored, in Arabic.', who: mira, dir: 'rtl', attributes: { lang: 'ar' } },
]

/** Every state of the panel, in the order in which a shopper meets them. */
export const loyaltyStates: LoyaltyState[] = [...membershipStates, ...tiers, ...redemptionStates, ...outcomes, ...looks]
