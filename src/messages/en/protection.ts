/** What the protection offer says. `{price}` is money as people write it. */
export const en = {
  label: 'Shipment protection',
  description: 'Covers loss, theft and damage on the way',
  /** Announced when the price changes after the shopper agreed. Short, like the next: one line on the narrowest screen. */
  changed: 'Shipment protection: now {price}',
  /** Said when what the shopper chose cannot be had any more. */
  withdrawn: 'Shipment protection is unavailable',
}

/** Every text of the offer; a merchant may replace any of them. */
export type ProtectionWords = typeof en
