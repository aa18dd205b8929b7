/**
 * The words of all widgets in English, by the part of the code that says them; each part is sent with its code alone. The other
 * languages have exactly these parts and keys. `{name}` places are filled in. Any text can be replaced through an element's `messages`.
 */

/** What the protection offer says from the start. */
export const protection = {
  label: 'Shipment protection',
  description: 'Covers loss, theft and damage on the way',
  /** Name of the button that opens the dialog. */
  more: 'What is covered',
  /** Said where the dialog could not be fetched. */
  moreLater: 'Details cannot be shown right now',
  /** Said when what the shopper chose cannot be had any more. */
  withdrawn: 'Shipment protection is unavailable',
}

/**
 * What becomes of the shopper's choice; shown in the place of the description, so none is longer than that. `{price}` is money as people
 * write it.
 */
export const protectionKeeping = {
  /** The price changed after the shopper agreed. */
  changed: 'Shipment protection: now {price}',
  /** It was unavailable, and came back at a price that the shopper had agreed to. */
  restored: 'Shipment protection is on again: {price}',
  /** It was unavailable, and costs more than the shopper had agreed to. */
  raised: 'Protection is off: now {price}, was {old}',
  /** The cart's line went without a choice made here. */
  taken: 'Shipment protection is off now',
  /** Version of the words above that a shopper agrees to; another one whenever their meaning changes. */
  wording: '1',
}

/** What the dialog says about what is covered; a shop puts the words of its partner into the slots. */
export const protectionCoverage = {
  close: 'Close',
  covered: 'What is covered',
  coveredLoss: 'Parcels that get lost on the way',
  coveredTheft: 'Parcels that are stolen on the way',
  coveredDamage: 'Goods that arrive damaged',
  excluded: 'What is not covered',
  excludedUnshipped: 'What is not shipped: downloads, gift cards, and what you collect yourself',
  excludedFaults: 'Faults that the goods had before they were sent; for those, the shop is there as always',
  provider: 'Who covers it',
  providerText: 'The shop, together with its partner for protection. Ask the shop for the full terms.',
  choice: 'Your choice',
  choiceText: 'Protection is optional, and off until you switch it on. Your rights towards the shop are the same with and without it.',
}

/** What the loyalty widget says on its first screen. */
export const loyalty = {
  loading: 'Loading…',
  signIn: 'Sign in',
  cancelLink: 'Cancel contracts here',
  hello: 'Hello {name}',
  helloPlain: 'Your membership',
  since: 'Member since {date}',
  credits: 'Your credits',
  earned: '{amount} earned in total',
  expiring: 'Next to expire: {amount} on {date}',
  redeem: 'Turn credits into a code',
  tier: 'Your tier',
  tiers: 'Tiers',
  from: 'from {amount} {period}',
  price: '{amount} {period}',
  toNext: 'Spend {amount} more to reach {tier}',
  spent: '{amount} of {threshold} {period}',
  reached: 'You have reached {tier}',
  howItCounts: 'How your spend counts',
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

/** What the loyalty widget says to somebody who is not signed in. */
export const loyaltyGuest = {
  guestTitle: 'Members get more',
  guestText: 'Earn credits on every order and spend them like money.',
  joinLink: 'Become a member',
}

/** What the loyalty widget says when a shopper does something: joins, redeems, leaves. */
export const loyaltyActs = {
  joinTitle: 'Become a member of {program}',
  joinTitlePlain: 'Become a member',
  joinText: 'Joining is free. You earn credits on your orders, and the more you shop, the more you get.',
  joinConsent: 'By joining you agree that your orders are counted for your membership. You can leave at any time.',
  join: 'Join for free',
  sent: 'We have sent your request; it can take a few minutes.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  stale: 'This may be out of date: we cannot reach the service right now.',
  partLate: 'We cannot show this right now.',
  held: '{amount} set aside for your request',
  amount: 'Amount in {currency}',
  all: 'All',
  next: 'Continue',
  notAmount: 'Enter an amount such as {example}.',
  rule: 'You can use from {least} to {most}.',
  tooLittle: 'Enter {least} or more.',
  tooFine: 'Amounts go in steps of {least}.',
  otherCurrency: 'Your credits are in {currency}. Enter the amount in {currency}.',
  notTaken: 'The shop cannot take this right now. Nothing was sent, and your credits are as they were.',
  overBalance: 'You can use up to {amount}.',
  willGet: 'You will get a code worth {amount}, to use at checkout.',
  willChange: 'Your code will change: {code} stops working, and you get one code worth {amount}.',
  confirm: 'Get the code',
  back: 'Back',
  pending: 'We have sent your request for {amount}; it can take a few minutes. You can leave this page.',
  settled: 'Your code is ready.',
  failed: 'Your request for {amount} did not go through. Nothing was taken.',
  unknown: 'We could not learn what became of your request for {amount}. Look at your credit history below; please ask the shop before you try again.',
  code: 'Your code, worth {amount}',
  copy: 'Copy',
  copied: 'Copied',
  benefitsToCome: 'What members get',
  toKeep: 'Spend {amount} more to keep {tier}',
  keepsTier: 'You keep {tier}, whatever you spend.',
  isKept: 'You have spent enough to keep {tier}',
  byMonth: 'Monthly',
  byQuarter: 'Quarterly',
  byHalfYear: 'Half-yearly',
  byYear: 'Yearly',
  byAll: 'All time',
  PENDING_CANCELLATION: 'Your membership is being cancelled. You keep it until the cancellation takes effect.',
  CANCELLED: 'Your membership has ended.',
  status: 'Membership status: {status}',
  reactivate: 'Reactivate membership',
  payment: 'Update payment method',
  cancelTitle: 'Cancel your membership?',
  cancelEnds: 'This ends:',
  cancelBenefits: 'your {tier} benefits',
  cancelBenefitsPlain: 'your benefits',
  cancelCredits: 'your credits of {amount}',
  cancelWhen: 'You keep all of this until the cancellation takes effect, at the earliest date possible. You will hear by e-mail.',
  cancelUndo: 'Until then you can take it back here.',
  cancelAsked: 'We received your cancellation on {time}.',
  cancelNow: 'Cancel now',
  keep: 'Keep membership',
  paymentSent: 'We have asked for a link to update your payment method; it comes by e-mail.',
  declined: 'The shop cannot take this right now. Nothing was sent, and you have not joined.',
  refused: 'This did not work; nothing was changed. {detail}',
  tooMany: 'Too many tries. Please wait a moment.',
  uncertain: 'We could not confirm this. Look again in a few minutes; pressing again sends nothing twice.',
}

/** What the tracking widget says. The words of a standing (`late`) have a sentence beside them that says what it means (`late_means`). */
export const tracking = {
  track: 'Track your order',
  finding: 'Looking…',
  unavailable: 'Tracking cannot be reached right now. We keep trying.',
  last_known: 'Last known: {time}.',

  order: 'Order {number}',
  placed: 'Placed {date}',
  protected: 'Protected',
  package: 'Package {n} of {total}',
  refresh: 'Refresh',
  another: 'Track another order',
  new_update: 'New update.',
  nothing_new: 'Nothing new yet.',
  arrives: 'Arrives {date}',
  expected: 'Was expected {date}',
  copy: 'Copy',
  copied: 'Copied',
  follow: 'Follow it at {carrier}',
  carrier: 'the carrier',
  planned: 'Expected {date}',
  undated: 'Day not known',
  earlier: 'Earlier updates',
  more: 'More',
  report: 'Report a problem',
  tell: 'Tell us, and we will sort it out.',

  confirmed: 'Confirmed',
  confirmed_means: 'We have your order.',
  preparing: 'Preparing',
  preparing_means: 'The carrier has not shared a scan yet. That is usual for a day or two.',
  on_the_way: 'On the way',
  on_the_way_means: 'The carrier has your package.',
  out_for_delivery: 'Out for delivery',
  out_for_delivery_means: 'It should reach you today.',
  delivered: 'Delivered',
  delivered_means: 'The carrier says that it has arrived.',
  collect: 'Ready for pickup',
  collect_means: 'It is waiting for you.',
  picked_up: 'Picked up',
  picked_up_means: 'It was collected.',
  late: 'Running late',
  late_means: 'It takes longer than planned.',
  attempted: 'Delivery attempted',
  attempted_means: 'The carrier could not deliver. Their page says what happens next.',
  problem: 'Delivery problem',
  problem_means: 'Something went wrong on the way.',
}

/** What the tracking widget's form says: its fields, what cannot be looked up as it was typed, and what was looked up in vain. */
export const trackingForm = {
  order_number: 'Order number',
  email: 'E-mail address',
  or: 'or',
  tracking_number: 'Tracking number',
  find: 'Find it',
  missing: 'Please fill this in.',
  either: 'Fill in both, or a tracking number.',
  wrong: 'This does not look like an e-mail address.',
  not_found: 'We could not find an order with these details.',
  rate_limited: {
    one: 'That was a lot of tries. Please wait a minute.',
    other: 'That was a lot of tries. Please wait {minutes} minutes.',
  },
}

/**
 * What the tracking widget says beyond where packages are: of claims (`_plain` where the reader is told no amount or number), of protection, of
 * money, of what is in no package, of a package that nothing was heard of for long, and of what else can be done.
 */
export const trackingAftercare = {
  refund_resolved: 'Refunded',
  refund_resolved_means: '{amount} is on its way back to you. It can take a few days to show.',
  refund_resolved_plain: 'The money is on its way back to you. It can take a few days to show.',
  reorder_resolved: 'Sent again',
  reorder_resolved_means: 'Order {number} takes its place, and costs you nothing.',
  reorder_resolved_plain: 'A new order takes its place, and costs you nothing.',
  store_credit_resolved: 'Store credit',
  store_credit_resolved_means: 'You have {amount} to spend here.',
  store_credit_resolved_plain: 'It is yours to spend here.',
  claim_awaiting: 'Claim received',
  claim_awaiting_means: 'Somebody is looking at it.',
  claim_refused: 'Claim not accepted',
  claim_refused_means: 'Write to us if you think that this is wrong.',

  protect_title: 'Not protected',
  protect_text: 'You can protect it now against loss, theft and damage on the way. It costs you nothing: the shop pays.',
  protect: 'Protect this order',
  protecting: 'Protection is being confirmed',
  protecting_text: 'This takes a moment. You can leave this page, it goes on without you.',
  protected_title: 'This order is protected',
  protected_text: 'Protection covers loss, theft and damage on the way.',
  unprotect: 'Remove protection',
  unprotect_title: 'Remove protection?',
  unprotect_text: 'You get {amount} back, the way you paid. This cannot be undone: the order cannot be protected again.',
  unprotect_confirm: 'Remove and get {amount} back',
  unprotect_keep: 'Keep protection',
  removing: 'Protection is being removed',
  removing_text: '{amount} is on its way back to you. It can take a few days to show.',
  removed: 'Protection was removed',
  removed_text: 'You got {amount} back. It can take a few days to show.',
  removed_plain: 'What it cost was given back.',
  protect_refused: 'This order can no longer be protected.',
  unprotect_refused: 'Protection can no longer be removed. A carrier may have the package already.',
  act_wait: 'The carrier is being asked where the package is. Please try again in a moment.',
  act_failed: 'This did not work. Please try again: however often you do, it is done once.',

  untracked: 'Sent without tracking',
  untracked_means: 'Its carrier does not report where it is.',
  unshipped: 'Still to ship',
  unshipped_means: 'This has not left us yet.',
  digital: 'Nothing to ship',
  digital_means: 'Look for it in your e-mail.',
  pending: 'Payment pending',
  pending_means: 'The shop has not received your payment for this order yet.',
  refunded: 'Refunded',
  refunded_means: 'What you paid for this order was given back. It can take a few days to show.',
  partially_refunded: 'Partly refunded',
  partially_refunded_means: 'A part of what you paid was given back. It can take a few days to show.',
  voided: 'Cancelled',
  voided_means: 'This order was cancelled, and nothing is charged for it.',
  quiet: 'No scan for {days}. One or two days between scans are usual.',

  calendar: 'Add to calendar',
  calendar_entry: 'Package from order {number}',
  calendar_entry_plain: 'A package arrives',
  share: 'Share',
  share_means: 'Whoever has this link sees where the packages are, and nothing else of the order.',
  shared: 'Link copied',
  print: 'Print',
}
