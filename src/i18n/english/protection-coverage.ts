/** Texts of the dialog about the coverage; a shop replaces them through slots. `{days}` is a number of days with its unit. */
export const messages = {
  /** Heard by screen readers: the button with a cross. */
  close: 'Close',
  /** Heading of the first of three cards: what is covered. */
  coveredLoss: 'Lost on the way',
  /** In that card, with `lost-after-days`. */
  lostAfter: 'Counts as lost after {days} without a scan',
  /** Heading of the second card. */
  coveredTheft: 'Stolen on the way',
  /** Heading of the third card. */
  coveredDamage: 'Arrives damaged',
  /** In the second and the third card, with `claim-within-days`. */
  claimWithin: 'Tell us within {days} of delivery',
  /** Below the cards, with `covers-up-to`. */
  coversUpTo: 'Up to {price} per order',
  /** Heading above the next two. */
  excluded: 'Not covered',
  /** What is never shipped. */
  excludedUnshipped: 'Downloads, gift cards and store pickup',
  /** What the shop is liable for in any case. */
  excludedFaults: 'Defects from before shipping. We take care of those anyway.',
  /** Heading above `choiceText`. */
  choice: 'Your choice',
  /** That nobody has to buy protection, and loses nothing without it. A promise of law: translate all of it. */
  choiceText: 'Protection is optional, and off until you switch it on. Your rights as a customer are the same with or without it.',
  /** Small, last: who provides it. */
  providerText: 'Provided by us together with our protection partner. Ask us for the full terms.',
}
