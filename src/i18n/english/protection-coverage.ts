/** Texts of the dialog about the coverage; a shop replaces them through slots. */
export const messages = {
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
