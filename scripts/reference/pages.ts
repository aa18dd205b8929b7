import { assumptionsPage } from './assumptions.ts'
import { conformancePage } from './conformance.ts'
import { elementPage } from './elements.ts'
import { endpointsPage } from './endpoints.ts'
import { settingsPage } from './settings.ts'
import { wordsPage } from './words.ts'

/** The generated reference pages, by their paths. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/endpoints.md': endpointsPage,
  'docs/assumptions.md': assumptionsPage,
  'docs/conformance.md': conformancePage,
  'docs/words.md': wordsPage,
  'docs/proxy/settings.md': settingsPage,
  'docs/elements/protection.md': () => elementPage('storefront-protection'),
  'docs/elements/loyalty.md': () => elementPage('storefront-loyalty'),
  'docs/elements/tracking.md': () => elementPage('storefront-tracking'),
}
