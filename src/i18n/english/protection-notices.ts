/**
 * Notices about the shopper's choice. Those with a sentence replace the description below the name, so none may be longer than the description.
 * Screen readers get them together with the name. `{price}` is a formatted price.
 */
export const messages = {
  /** In the place of `notAdded`: protection is in the cart. Not “protected”, because nothing is before the order is placed. */
  added: 'Added',
  /** In the same place: the cart is being changed. */
  changing: 'Updating…',
  /** The price changed after the shopper agreed. */
  changed: 'Now {price}, was {old}',
  /** Protection was unavailable, and came back at a price that the shopper had agreed to. */
  restored: 'Back on: {price}',
  /** Protection was unavailable, and costs more than the shopper had agreed to. */
  raised: 'Off: now {price}, was {old}',
  /** The line was removed from the cart, but not through the toggle. */
  taken: 'Removed from your cart',
  /** Not shown: the version of the words above that a shopper agrees to; changed whenever their meaning changes. */
  wording: '2',
}
