/** Texts of the dialog about the coverage; a shop replaces them through slots. `{days}` is a number of days with its unit. */
export const messages = {
  close: 'Close',
  coveredLoss: 'Lost on the way',
  /** With `lost-after-days`. */
  lostAfter: 'Counts as lost after {days} without a scan',
  coveredTheft: 'Stolen on the way',
  coveredDamage: 'Arrives damaged',
  /** With `claim-within-days`. */
  claimWithin: 'Tell us within {days} of delivery',
  /** With `covers-up-to`. */
  coversUpTo: 'Up to {price} per order',
  excluded: 'Not covered',
  excludedUnshipped: 'Downloads, gift cards and store pickup',
  excludedFaults: 'Faults from before shipping; the shop takes care of those anyway',
  choice: 'Your choice',
  choiceText: 'Protection is optional, and off until you switch it on. Your rights towards the shop are the same with and without it.',
  providerText: 'Provided by the shop together with its partner for protection. Ask the shop for the full terms.',
}
