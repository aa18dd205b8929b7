import { messages as details } from '../../i18n/english/loyalty-details.ts'
import { messages as landing } from '../../i18n/english/loyalty-landing.ts'
import { createLocalizer } from './create-localizer.ts'
import type { Localizer } from './localizer.ts'

/** How the landing speaks: it brings its own words along. */
export const createLandingLocalizer = ({ words, lang }: Localizer) => createLocalizer({ ...details, ...landing, ...words }, lang)

export type LandingLocalizer = ReturnType<typeof createLandingLocalizer>
