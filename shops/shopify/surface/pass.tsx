import type { Member, Membership } from '../../../src/contract/loyalty.ts'
import { progressTo, tiersAbove } from '../../../src/loyalty/views/tier-progress.ts'
import { spendable } from '../../../src/loyalty/membership/redemption-state.ts'
import { isolate } from './isolate.ts'
import type { MemberView } from './member-view.ts'

/** The tier of a member, what can be spent, and how far it is to the next tier. */
export function Pass({ membership, member, view: { localizer } }: { membership: Membership; member: Member; view: MemberView }) {
  const { words, say, money, date, daysTo } = localizer
  const { tier, spend, program, unavailable, credits } = membership
  const { expiring } = credits
  const hasCredits = program?.credits_enabled !== false
  const above = tiersAbove(membership).map((rung) => ({ ...rung, name: isolate(rung.name, localizer.lang) }))
  const progress = unavailable.includes('tier') || unavailable.includes('spend') ? undefined : progressTo(above, spend, localizer)
  const isSoon = expiring && Date.parse(expiring.at) - Date.now() < 30 * 864e5
  return (
    <s-stack gap="base">
      <s-grid gridTemplateColumns="1fr auto" gap="base" alignItems="start">
        <s-stack>
          {tier ? <s-heading>{isolate(tier.name, localizer.lang)}</s-heading> : null}
          {tier?.description ? <s-text color="subdued">{isolate(tier.description, localizer.lang)}</s-text> : null}
        </s-stack>
        {hasCredits ? (
          <s-stack alignItems="end">
            <s-text color="subdued">{words.credits}</s-text>
            <s-heading accessibilityRole="none">{money(spendable(member, membership))}</s-heading>
          </s-stack>
        ) : null}
      </s-grid>
      {hasCredits && expiring ? (
        <s-text color="subdued">
          {say(isSoon ? 'expiringSoon' : 'expiring', { amount: money(expiring.amount), date: date(expiring.at), when: daysTo(expiring.at) })}
        </s-text>
      ) : null}
      {progress ? (
        <s-stack gap="small-200">
          <s-progress value={progress.value} max={progress.max} accessibilityLabel={progress.text} />
          <s-text>{progress.text}</s-text>
          <s-text color="subdued">{progress.spent}</s-text>
        </s-stack>
      ) : null}
    </s-stack>
  )
}
