/** Texts of the first screen of the protection offer. */
export const messages = {
  label: 'Shipment protection',
  description: 'Covers loss, theft and damage',
  /** The link that opens the dialog, and the dialog's heading. */
  more: 'What’s covered',
  /** Shown if the dialog cannot be loaded. */
  moreLater: 'Details not available now',
  /** Shown if the chosen protection is no longer available. */
  withdrawn: 'Unavailable right now',
  /** Shown if the shopper chose protection without a connection. */
  offline: 'Off: you’re offline',
  /** The two choices of `look="buttons"`. */
  protect: 'Protect my order for {price}',
  without: 'Continue without',
}
