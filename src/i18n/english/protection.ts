/** What the protection offer says from the start. */
export const messages = {
  label: 'Shipment protection',
  description: 'Covers loss, theft and damage on the way',
  /** Name of the button that opens the dialog. */
  more: 'What is covered',
  /** Said where the dialog could not be fetched. */
  moreLater: 'Details cannot be shown right now',
  /** Said when what the shopper chose cannot be had any more. */
  withdrawn: 'Shipment protection is unavailable',
}
