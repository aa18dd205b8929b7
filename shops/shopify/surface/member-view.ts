import type { AnalyticsEvent } from '../../../src/contract/analytics.ts'
import type { messages as actions } from '../../../src/i18n/english/loyalty-actions.ts'
import type { messages as details } from '../../../src/i18n/english/loyalty-details.ts'
import type { messages as landing } from '../../../src/i18n/english/loyalty-landing.ts'
import type { messages as first } from '../../../src/i18n/english/loyalty.ts'
import type { Localizer } from '../../../src/loyalty/views/localizer.ts'
import type { LoyaltyState } from '../../../src/loyalty/membership/membership-store.ts'
import type { MemberWatch } from './member-watch.ts'
import type { Settings } from './surface.ts'

/** The texts of a membership, those of the landing included. */
export type MemberWords = typeof first & typeof details & typeof actions & typeof landing

/** The values that a view of a membership needs in addition to the membership. */
export interface MemberView {
  watch: MemberWatch
  state: LoyaltyState
  localizer: Localizer<MemberWords>
  settings: Settings
  publish: (name: AnalyticsEvent) => void
}
