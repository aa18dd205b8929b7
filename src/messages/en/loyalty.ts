import type { LoyaltyActsWords } from './loyalty-acts.ts'
import type { LoyaltyGuestWords } from './loyalty-guest.ts'

/** What the loyalty widget says on its first screen. `{name}` places are filled in; any text can be replaced through the element's `messages`. */
export const en = {
  loading: 'Loading…',
  signIn: 'Sign in',
  cancelLink: 'Cancel contracts here',
  partLate: 'We cannot show this right now.',
  hello: 'Hello {name}',
  helloPlain: 'Your membership',
  since: 'Member since {date}',
  credits: 'Your credits',
  earned: '{amount} earned in total',
  redeem: 'Turn credits into a code',
  tier: 'Your tier',
  tiers: 'Tiers',
  from: 'from {amount} {period}',
  toNext: 'Spend {amount} more to reach {tier}',
  spent: '{amount} of {threshold} {period}',
  reached: 'You have reached {tier}',
  noSpend: 'No eligible spend yet',
  monthly: 'a month',
  quarterly: 'a quarter',
  semi_annual: 'a half-year',
  annual: 'a year',
  all_time: 'in all',
  benefits: 'Your benefits',
  campaigns: 'For you',
  until: 'until {date}',
  starting: 'from {date}',
  history: 'Credit history',
  noHistory: 'No credits yet',
  balance: 'Balance {amount}',
  expires: 'expires {date}',
  more: 'Show more',
  EARNED_FROM_PURCHASE: 'Earned with an order',
  REDEMPTION: 'Turned into a code',
  MANUAL: 'From the shop',
  SIGNUP: 'Welcome gift',
  RECURRING: 'Regular gift',
  ANNIVERSARY: 'Anniversary gift',
  BIRTHDAY: 'Birthday gift',
  REFERRAL: 'Referral gift',
  EXPIRED: 'Expired',
  REFUND: 'Refund',
  cancel: 'Cancel membership',
}

/** The texts of the first screen. */
export type LoyaltyFirstWords = typeof en

/** Every text of the loyalty widget. */
export type LoyaltyWords = LoyaltyFirstWords & LoyaltyActsWords & LoyaltyGuestWords
