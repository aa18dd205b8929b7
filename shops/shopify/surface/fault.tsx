import type { Verb } from '../../../src/loyalty/membership/membership-store.ts'
import { isolate } from './isolate.ts'
import type { MemberView } from './member-view.ts'

/** Why an action of these was not done; nothing if it was. */
export function Fault({ verbs, view: { state, localizer } }: { verbs: readonly Verb[]; view: MemberView }) {
  const { action } = state
  if (!action?.fault || !verbs.includes(action.verb)) return null
  const { text, detail = '' } = action.fault
  return <s-banner tone="critical">{localizer.say(text, { detail: isolate(detail, localizer.lang) })}</s-banner>
}
