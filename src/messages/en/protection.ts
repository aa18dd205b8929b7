import type { en as keeping } from './protection-keeping.ts'

/** What the protection offer says from the start. */
export const en = {
  label: 'Shipment protection',
  description: 'Covers loss, theft and damage on the way',
  /** Said when what the shopper chose cannot be had any more. */
  withdrawn: 'Shipment protection is unavailable',
}

/** The texts that are there from the start. */
export type ProtectionFirstWords = typeof en

/** Every text of the offer; a merchant may replace any of them. */
export type ProtectionWords = typeof en & typeof keeping
