/** Texts of the loyalty widget for the sections below the first screen: benefits, tiers, campaigns, history. */
export const messages = {
  /** Below the heading of the history: everything ever earned. */
  earned: '{amount} earned in total',
  /** Heading above the benefits of the next tier. `{tier}`: its name, such as Gold. */
  nextAt: 'Unlock with {tier}',
  /** Filter of the history: credits that were earned or given. */
  given: 'Earned',
  /** In the place of benefits or campaigns that came late, and then there were none. */
  nothingNow: 'Nothing here yet.',
  /** Heading above the list of tiers, such as Silver, Gold, Platinum. */
  tiers: 'Tiers',
  /** Heard by screen readers after the name of a tier below the member’s, in place of a tick. */
  tierReached: 'Reached',
  /** Small, beside the name of the member’s tier in that list. */
  tierHere: 'Your tier',
  /** Heard by screen readers after the name of a tier above the member’s, in place of a lock. */
  tierAhead: 'Not reached yet',
  /** What a tier asks for: “from $300 a year”. `{period}`: one of the five below. */
  from: 'from {amount} {period}',
  /** The price of a paid tier: “$9 a month”. */
  price: '{amount} {period}',
  /** On phones: below the list of tiers; opens a table that compares what each gives. */
  compareTiers: 'Compare tiers',
  /** Opens a list: spending by month, quarter, year. */
  howItCounts: 'How your spending counts',
  /** Heading above what the member’s tier gives. */
  benefits: 'Your benefits',
  /** Heading above campaigns that are on or will be, such as “Double credits weekend”. */
  campaigns: 'Member events',
  /** End of a campaign or of a period. May follow `starting`. */
  until: 'until {date}',
  /** Start of a campaign. */
  starting: 'from {date}',
  /** Heading above the list of credits earned and redeemed. */
  history: 'Credit history',
  /** Head of a column of the history: the day of each entry. Phones show only what happened and the amount; screen readers read their heads. */
  dateColumn: 'Date',
  /** Head of the column that says what happened, such as “Redeemed”. */
  entryColumn: 'Activity',
  /** Head of the column with the day on which the credits of an entry expire. */
  expiryColumn: 'Expires',
  /** Head of the column with the amounts. */
  amountColumn: 'Amount',
  /** Head of the column with the balance after each entry. */
  balanceColumn: 'Balance',
  /** On phones: small, at the end of an entry of the history: the balance after it. */
  balance: 'Balance {amount}',
  /** On phones: small, after the day of an entry. */
  expires: 'expires {date}',
  /** Button below the history: loads older entries. */
  more: 'Show more',
  /** Entry of the history: earned by buying. */
  EARNED_FROM_PURCHASE: 'Earned on an order',
  /** Entry, and filter, of the history: the member redeemed credits. */
  REDEMPTION: 'Redeemed',
  /** Entry of the history: somebody at the shop added or took credits. */
  MANUAL: 'Adjusted by us',
  /** Entry of the history: given for joining. */
  SIGNUP: 'Welcome bonus',
  /** Entry of the history: given every month or every year. */
  RECURRING: 'Regular bonus',
  /** Entry of the history: given on the anniversary of joining. */
  ANNIVERSARY: 'Anniversary bonus',
  /** Entry of the history: given on the member’s birthday. */
  BIRTHDAY: 'Birthday bonus',
  /** Entry of the history: given for bringing a friend. */
  REFERRAL: 'Referral bonus',
  /** Entry, and filter, of the history: credits that were not redeemed in time. */
  EXPIRED: 'Expired',
  /** Entry of the history: credits that came back with a refund. */
  REFUND: 'Refund',
}
