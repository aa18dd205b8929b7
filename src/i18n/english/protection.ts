/** Texts of the first screen of the protection offer. */
export const messages = {
  /** Name of the offer, beside its switch. The line of the cart has the same name. */
  label: 'Shipment protection',
  /** Small, below the name. */
  description: 'Covers loss, theft and damage',
  /** The link that opens the dialog, and the dialog’s heading. */
  more: 'What’s covered',
  /** Small, below the price and beside the switch: protection is not in the cart. Screen readers do not hear it, since they hear the switch. */
  notAdded: 'Not added',
  /** In place of the description, if the dialog cannot be loaded. */
  moreLater: 'Details unavailable now',
  /** In place of the description, if the chosen protection is no longer available. */
  withdrawn: 'Unavailable right now',
  /** In place of the description, if the shopper chose protection without a connection. */
  offline: 'Off: you’re offline',
  /** First of the two buttons of `look="buttons"`. */
  protect: 'Protect my order for {price}',
  /** Second of these buttons, of equal weight: buys without protection. */
  without: 'Continue without',
}
