/**
 * Notices about the shopper's choice. They replace the description, so none may be longer than the description. `{price}` is a formatted price.
 */
export const messages = {
  /** The price changed after the shopper agreed. */
  changed: 'Shipment protection: now {price}',
  /** Protection was unavailable, and came back at a price that the shopper had agreed to. */
  restored: 'Shipment protection is on again: {price}',
  /** Protection was unavailable, and costs more than the shopper had agreed to. */
  raised: 'Protection is off: now {price}, was {old}',
  /** The line was removed from the cart, but not through the toggle. */
  taken: 'Shipment protection is off now',
  /** Version of the words above that a shopper agrees to; changed whenever their meaning changes. */
  wording: '1',
}
