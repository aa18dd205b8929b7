/**
 * Notices about the shopper's choice. They replace the description below the name, so none may be longer than the description. Screen readers get
 * them together with the name. `{price}` is a formatted price.
 */
export const messages = {
  /** The price changed after the shopper agreed. */
  changed: 'Now {price}, was {old}',
  /** Protection was unavailable, and came back at a price that the shopper had agreed to. */
  restored: 'On again: {price}',
  /** Protection was unavailable, and costs more than the shopper had agreed to. */
  raised: 'Off: now {price}, was {old}',
  /** The line was removed from the cart, but not through the toggle. */
  taken: 'Off now',
  /** Version of the words above that a shopper agrees to; changed whenever their meaning changes. */
  wording: '2',
}
