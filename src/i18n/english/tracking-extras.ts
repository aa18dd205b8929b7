/**
 * Further texts of the tracking widget: claims (`_plain`: without an amount or number), protection, payment, items without a package,
 * packages without recent scans, and the other actions.
 */
export const messages = {
  /** Card: the claim was settled by a refund. */
  refund_resolved: 'Refunded',
  refund_resolved_means: '{amount} is on its way back to you. It can take a few days to show.',
  refund_resolved_plain: 'Your money is on its way back to you. It can take a few days to show.',
  /** Card: the claim was settled by a new order, free of charge. A link to it may follow. */
  reorder_resolved: 'Replacement on its way',
  reorder_resolved_means: 'Order {number} replaces it, at no cost to you.',
  reorder_resolved_plain: 'A new order replaces it, at no cost to you.',
  /** Card: the claim was settled by credit for the shop. */
  store_credit_resolved: 'Store credit added',
  store_credit_resolved_means: 'You have {amount} to spend with us.',
  store_credit_resolved_plain: 'It’s yours to spend with us.',
  /** Card: somebody at the shop decides. */
  claim_awaiting: 'We’re reviewing your claim',
  claim_awaiting_means: 'You’ll hear from us as soon as we know more.',
  /** Card: the claim was refused. */
  claim_refused: 'Claim not approved',
  claim_refused_means: 'Contact us if you think that’s a mistake.',

  /** Card: an order without protection that may still get it. */
  protect_title: 'Not protected',
  protect_text: 'Protect it now against loss, theft and damage on the way. It’s on us.',
  /** Main button of that card. It costs nothing. */
  protect: 'Protect this order',
  /** Card, after pressing it. */
  protecting: 'Adding protection',
  protecting_text: 'This takes a moment. You can leave this page.',
  /** Card: an order with protection. */
  protected_title: 'This order is protected',
  protected_text: 'Protection covers loss, theft and damage on the way.',
  /** Link on that card. Opens a question; removes nothing yet. */
  unprotect: 'Remove protection',
  /** That question. */
  unprotect_title: 'Remove protection?',
  unprotect_text: 'We’ll refund {amount} to your original payment method. You can’t add protection to this order again.',
  /** Main button below the question. */
  unprotect_confirm: 'Remove and get {amount} back',
  /** Button beside it. */
  unprotect_keep: 'Keep protection',
  /** Card, after pressing `unprotect_confirm`. */
  removing: 'Removing protection',
  removing_text: '{amount} is on its way back to you. It can take a few days to show.',
  /** Card: an order whose protection was removed. */
  removed: 'Protection removed',
  removed_text: 'We’ve refunded {amount}. It can take a few days to show.',
  removed_plain: 'We’ve refunded what it cost.',
  /** Error at the button `protect`. */
  protect_refused: 'This order can no longer be protected.',
  /** Error at the button `unprotect_confirm`. */
  unprotect_refused: 'Protection can no longer be removed. The carrier may have the package already.',
  /** Error at either button: whether the package has left is not known yet. */
  act_wait: 'We’re asking the carrier where the package is. Please try again in a moment.',
  /** Error at either button: no reply came. Pressing again is safe. */
  act_failed: 'That didn’t work. Please try again. You won’t be charged twice.',

  /** Card: items that were sent without a tracking number. */
  untracked: 'Sent without tracking',
  untracked_means: 'This carrier doesn’t share where it is.',
  /** Card: items that have not left yet. */
  unshipped: 'Not shipped yet',
  unshipped_means: 'We’re packing it. The tracking number appears here when it ships.',
  /** Card: an order of downloads or gift cards. */
  digital: 'Nothing to ship',
  digital_means: 'Look for it in your email.',
  /** Card above the packages: not paid yet. */
  pending: 'Payment pending',
  pending_means: 'We haven’t received your payment for this order yet.',
  /** Card above the packages: the whole order was refunded. */
  refunded: 'Order refunded',
  refunded_means: 'We’ve refunded what you paid. It can take a few days to show.',
  /** Card above the packages: a part was refunded. */
  partially_refunded: 'Partially refunded',
  partially_refunded_means: 'We’ve refunded part of what you paid. It can take a few days to show.',
  /** Card above the packages: canceled before it was charged. */
  voided: 'Canceled',
  voided_means: 'You won’t be charged.',
  /** Notice: the carrier has been silent. `{days}`: a number of days with its unit, “4 days”. */
  quiet: 'No scan for {days}. One or two days between scans are usual.',

  /** Button: downloads an entry for the shopper’s calendar. */
  calendar: 'Add to calendar',
  /** Title of that entry. */
  calendar_entry: 'Package from order {number}',
  /** Title of that entry, without a number. */
  calendar_entry_plain: 'Package arriving',
  /** Button: passes a link on. */
  share: 'Share',
  share_means: 'Anyone with this link can see where the packages are, and nothing else about the order.',
  /** Notice after `share`, where the link was copied. */
  shared: 'Link copied',
  /** Button: prints the page. */
  print: 'Print',
}
