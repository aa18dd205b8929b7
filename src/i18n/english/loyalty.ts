/** Texts of the first screen of the loyalty widget. */
export const messages = {
  /** Heard by screen readers while the widget loads, and shown while older entries of the history load. */
  loading: 'Loading…',
  /** Link for visitors who have an account. Also beside `sessionEnded`. */
  signIn: 'Sign in',
  /** Link to the shop’s page where contracts are canceled without signing in. Some countries prescribe its wording (Germany: § 312k BGB). */
  cancelLink: 'Cancel contracts here',
  /** Heading of the member’s card. `{name}`: first name. */
  hello: 'Hi, {name}',
  /** The same where the first name is not known. */
  helloPlain: 'Your membership',
  /** Below the greeting. `{date}`: day of joining. */
  since: 'Member since {date}',
  /** Above the balance in large figures, and in the sum of the cart: what the credits take off. */
  credits: 'Your credits',
  /** Below the balance: which credits expire first, where that is more than a month away. */
  expiring: 'Next to expire: {amount} on {date}',
  /** Heading of the card with amounts to choose from. */
  redeem: 'Redeem credits',
  /** Main button: redeems the amount that is chosen. */
  redeemNow: 'Redeem {amount}',
  /** Button that opens a field for any amount. */
  otherAmount: 'Other amount',
  /** Button that chooses the whole balance; also the filter of the history that shows every entry. */
  all: 'All',
  /** Above the button to redeem: what the member gets for it. */
  willGet: 'You’ll get a code for {amount} off at checkout.',
  /** First row of a small sum: the total of the cart. The next rows are `credits` and `toPay`. */
  cart: 'Your cart',
  /** Last row of that sum: what is left to pay. */
  toPay: 'You pay',
  /** Calm notice: credits expire within a month. `{when}`: “in 3 days”, “tomorrow”. */
  expiringSoon: '{amount} expires {when}, on {date}',
  /** Below the bar: what is left to spend until the next tier. */
  toNext: '{amount} to {tier}',
  /** Below the bar: what was spent of what the next tier asks for, “$438 of $500 a year”. */
  spent: '{amount} of {threshold} {period}',
  /** The same once it is spent; the service has not moved the member up yet. */
  reached: 'You’ve reached {tier}',
  /** Below the bar of a member who has not bought anything that counts. */
  noSpend: 'No qualifying purchases yet',
  /** `{period}`, after an amount. */
  monthly: 'a month',
  /** `{period}`, after an amount. */
  quarterly: 'a quarter',
  /** `{period}`, after an amount. */
  semi_annual: 'every 6 months',
  /** `{period}`, after an amount. */
  annual: 'a year',
  /** `{period}`, after an amount: since joining. */
  all_time: 'in total',
  /** In the place of the history, or of the amounts, of a new member. */
  noHistory: 'No credits yet',
  /** Small link at the end of the panel. Opens a question; cancels nothing yet. */
  cancel: 'Cancel membership',
}
