import type { messages as en } from '../../i18n/english/loyalty-details.ts'
import type { messages as first } from '../../i18n/english/loyalty.ts'
import type { FirstMessages } from '../../i18n/localize.ts'
import type { Localizer } from './localizer.ts'

/** The localizer of the sections below the first screen. The element adds their English words as soon as these sections are loaded. */
export type DetailsLocalizer = Localizer<FirstMessages<typeof first & typeof en, 'loyalty'>>
