/**
 * What becomes of the shopper's choice; shown in the place of the description, so none is longer than that. `{price}` is money as people
 * write it.
 */
export const messages = {
  /** The price changed after the shopper agreed. */
  changed: 'Shipment protection: now {price}',
  /** It was unavailable, and came back at a price that the shopper had agreed to. */
  restored: 'Shipment protection is on again: {price}',
  /** It was unavailable, and costs more than the shopper had agreed to. */
  raised: 'Protection is off: now {price}, was {old}',
  /** The cart's line went without a choice made here. */
  taken: 'Shipment protection is off now',
  /** Version of the words above that a shopper agrees to; another one whenever their meaning changes. */
  wording: '1',
}
