import { messages as en } from '../i18n/english/loyalty-landing.ts'
import { createLocalizer, type Localizer } from './localizer.ts'

/** How the landing speaks: it brings its own words along. */
export const createLandingLocalizer = ({ words, lang }: Localizer) => createLocalizer({ ...en, ...words }, lang)

export type LandingLocalizer = ReturnType<typeof createLandingLocalizer>
