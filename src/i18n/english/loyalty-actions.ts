/** Texts of the loyalty widget for the actions of a member: join, redeem, cancel. */
export const messages = {
  /** For somebody who is signed in but no member, above the button `join`. */
  joinText: 'Joining is free. Earn credits on every order. The more you shop, the more you get.',
  /** Below that button, small: what pressing it means. */
  joinConsent: 'By joining, you agree that your orders count toward your membership. You can leave at any time.',
  /** Main button; joins at once. */
  join: 'Join for free',
  /** After canceling or reactivating, until the service confirms it. */
  sent: 'We’ve sent your request. It can take a few minutes.',
  /** Notice above the panel, with the link `signIn`. */
  sessionEnded: 'You’ve been signed out. Please sign in again.',
  /** Notice above the panel, while the shopper’s own connection is lost. */
  offline: 'You’re offline. We’ll keep trying.',
  /** Notice above a panel that could not be refreshed. */
  stale: 'This may be out of date. We can’t refresh it right now.',
  /** In the place of a part of the panel that did not come in time. */
  partLate: 'We can’t show this right now.',
  /** Below the balance: credits that are being made into a code. */
  held: '{amount} set aside for your request',
  /** Label of the field for an amount. `{currency}`: the name of the currency. */
  amount: 'Amount in {currency}',
  /** Button beside that field. */
  next: 'Continue',
  /** Question after an amount was chosen; its buttons are `redeemNow` and `back`. */
  redeemQuestion: 'Redeem {amount}?',
  /** Button beside it: asks for another amount. */
  back: 'Back',
  /** Error at the field: not a number. `{example}`: “12.50”. */
  notAmount: 'Enter an amount such as {example}.',
  /** Hint below the field. */
  rule: 'You can redeem {least} to {most}.',
  /** Error at the field. */
  tooLittle: 'Enter {least} or more.',
  /** Error at the field: too many decimals. `{least}`: the smallest coin. */
  tooFine: 'Enter a multiple of {least}.',
  /** Error at the field: the member wrote another currency. */
  otherCurrency: 'Your credits are in {currency}. Enter the amount in {currency}.',
  /** Error at the amount: the shop’s page refused before anything was sent. */
  notTaken: 'We can’t redeem this right now. Nothing was sent, and your credits haven’t changed.',
  /** Error at the field. */
  overBalance: 'You can redeem up to {amount}.',
  /** In place of `willGet` for a member with an unused code: both become one new code. */
  willChange: 'Your code will change: {code} stops working, and you get one code for {amount}.',
  /** After redeeming, until the code is there. */
  pending: 'We’re preparing your code for {amount}. It can take a few minutes. You can leave this page.',
  /** Heard by screen readers when the code appears. */
  settled: 'Your code is ready.',
  /** In place of the code: the service refused. */
  failed: 'We couldn’t redeem {amount}. No credits were taken.',
  /** In place of the code: nobody knows whether credits were taken. */
  unknown: 'We don’t know yet if your {amount} went through. Check your credit history below, and contact us before you try again.',
  /** Above an unused code. */
  code: 'Your code for {amount}',
  /** Link below an unused code. */
  redeemMore: 'Redeem more',
  /** Main button beside a code: applies it to the cart. */
  useCode: 'Use code',
  /** Button beside a code. */
  copy: 'Copy',
  /** For some seconds in place of `copy`. */
  copied: 'Copied',
  /** Above the list that `howItCounts` opens: what is left to spend to stay in the tier. */
  toKeep: 'Spend {amount} more to keep {tier}',
  /** The same for a member who cannot lose the tier. */
  keepsTier: 'You keep {tier} whatever you spend.',
  /** The same once enough is spent. */
  isKept: 'You’ve spent enough to keep {tier}',
  /** Row of that list, before an amount: spent this month. */
  byMonth: 'This month',
  /** Row: spent this quarter. */
  byQuarter: 'This quarter',
  /** Row: spent in these six months. */
  byHalfYear: 'This half-year',
  /** Row: spent this year. */
  byYear: 'This year',
  /** Row: spent since joining. */
  byAll: 'All time',
  /** Notice above the panel of a member who has canceled. */
  PENDING_CANCELLATION: 'Your membership is being canceled. You keep it until the cancellation takes effect.',
  /** The same afterwards. */
  CANCELLED: 'Your membership has ended.',
  /** Notice above the panel of a member whose last payment failed, beside the button `payment`. */
  PAYMENT_FAILED: 'Your last payment didn’t go through. Please update your payment method.',
  /** Notice: a status that we have no words for. `{status}`: the service’s own name for it as words, such as "On hold". */
  status: 'Membership status: {status}',
  /** Button for a member who has canceled. */
  reactivate: 'Reactivate membership',
  /** Button for a paid membership whose payment failed. */
  payment: 'Update payment method',
  /** Question after `cancel` was pressed. */
  cancelTitle: 'Cancel your membership?',
  /** Above a list of one to two lines: the next three texts. */
  cancelEnds: 'You’ll lose:',
  /** Line of that list. */
  cancelBenefits: 'your {tier} benefits',
  /** The same without a tier. */
  cancelBenefitsPlain: 'your benefits',
  /** Line of that list. */
  cancelCredits: 'your credits of {amount}',
  /** Below that list. */
  cancelWhen: 'You keep all of this until your cancellation takes effect, on the earliest possible date. We’ll confirm by email.',
  /** After `cancelWhen`, if the shop lets members come back. */
  cancelUndo: 'Until then, you can undo it here.',
  /** Receipt. `{time}`: day and time to the second. */
  cancelAsked: 'We received your cancellation on {time}.',
  /** Button that cancels. Some countries prescribe its wording (Germany: § 312k BGB). */
  cancelNow: 'Cancel now',
  /** Button beside it. */
  keep: 'Keep membership',
  /** After `payment` was pressed. */
  paymentSent: 'We’ll email you a link to update your payment method.',
  /** Error at the button `join`: the shop’s page refused before anything was sent. */
  declined: 'We can’t sign you up right now. Nothing was sent, and you haven’t joined.',
  /** Error at a button: the service refused. `{detail}`: sentences of the service, or nothing. */
  refused: 'That didn’t work. Nothing was changed. {detail}',
  /** Error at a button: pressed too often. */
  tooMany: 'Too many attempts. Please wait a moment.',
  /** Error at a button: no reply came. */
  uncertain: 'We couldn’t confirm this. Check back in a few minutes. Pressing again sends nothing twice.',
}
