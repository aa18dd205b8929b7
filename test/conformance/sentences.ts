import { loyaltySections } from './sentences/loyalty.ts'
import { protectionSections } from './sentences/protection.ts'
import type { Sentence } from './sentences/section.ts'

/** Both documents by their titles. */
export const documents = {
  'Loyalty: members, credits, tiers, benefits, merchant settings, webhooks': loyaltySections,
  'Shipment protection, tracking and claims resolution': protectionSections,
}

/** Every sentence of both documents by its number. */
export const sentences = Object.fromEntries(
  Object.values(documents).flatMap((sections) => Object.values(sections).flatMap((section) => Object.entries(section))),
) as Readonly<Record<string, Sentence>>
