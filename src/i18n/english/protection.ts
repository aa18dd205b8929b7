/** Texts of the first screen of the protection offer. */
export const messages = {
  label: 'Shipment protection',
  description: 'Covers loss, theft and damage on the way',
  /** Name of the button that opens the dialog. */
  more: 'What is covered',
  /** Shown if the dialog cannot be loaded. */
  moreLater: 'Details cannot be shown right now',
  /** Shown if the chosen protection is no longer available. */
  withdrawn: 'Shipment protection is unavailable',
}
