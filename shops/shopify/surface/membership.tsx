import type { Benefit, CreditEntry, Membership } from '../../../src/contract/loyalty.ts'
import { openCampaigns, windowOf, worthBeside } from '../../../src/loyalty/views/benefit-texts.ts'
import { olderOf } from '../../../src/loyalty/membership/membership-store.ts'
import { statusText } from '../../../src/loyalty/views/notice-texts.ts'
import { byRank } from '../../../src/loyalty/views/tier-progress.ts'
import { termsOf } from '../../../src/loyalty/views/tier-terms.ts'
import { isolate } from './isolate.ts'
import { Leaving } from './leaving.tsx'
import type { MemberView } from './member-view.ts'
import { Pass } from './pass.tsx'
import { Redemption } from './redemption.tsx'

/** Everything that a member sees of the membership. */
export function MembershipPanel({ membership, view }: { membership: Membership; view: MemberView }) {
  const { localizer, settings } = view
  const { words, say } = localizer
  const { member, program } = membership
  if (!member) return null
  return (
    <s-stack gap="large">
      {member.status === 'ACTIVE' ? null : <s-banner tone="info">{statusText(member.status, localizer)}</s-banner>}
      <s-section accessibilityLabel={words.helloPlain}>
        <Pass membership={membership} member={member} view={view} />
      </s-section>
      {program?.credits_enabled === false ? null : <Redemption membership={membership} member={member} view={view} />}
      <Benefits benefits={membership.benefits} view={view} />
      <Tiers membership={membership} view={view} />
      {settings.hide_campaigns ? null : <Campaigns membership={membership} view={view} />}
      {settings.hide_history || program?.credits_enabled === false ? null : (
        <s-section heading={words.history}>
          <s-stack gap="base">
            <s-text color="subdued">{say('earned', { amount: localizer.money(member.credits_earned) })}</s-text>
            <History membership={membership} view={view} />
          </s-stack>
        </s-section>
      )}
      <Leaving membership={membership} member={member} view={view} />
    </s-stack>
  )
}

function Benefits({ benefits, view: { localizer } }: { benefits: readonly Benefit[]; view: MemberView }) {
  if (!benefits.length) return null
  return (
    <s-section heading={localizer.words.benefits}>
      <s-unordered-list>
        {benefits.map((benefit) => (
          <s-list-item key={benefit.name}>
            <s-stack>
              <s-text>{[isolate(benefit.name, localizer.lang), worthBeside(benefit, localizer)].filter(Boolean).join(' · ')}</s-text>
              {benefit.description ? <s-text color="subdued">{isolate(benefit.description, localizer.lang)}</s-text> : null}
            </s-stack>
          </s-list-item>
        ))}
      </s-unordered-list>
    </s-section>
  )
}

/** All tiers with what each one asks for. */
function Tiers({ membership: { tier, tiers }, view: { localizer } }: { membership: Membership; view: MemberView }) {
  if (!tiers.length) return null
  return (
    <s-section heading={localizer.words.tiers}>
      <s-ordered-list>
        {byRank(tiers).map((rung) => (
          <s-list-item key={rung.id}>
            <s-text type={rung.id === tier?.id ? 'strong' : 'generic'}>{isolate(rung.name, localizer.lang)}</s-text>{' '}
            <s-text color="subdued">{termsOf(rung, localizer)}</s-text>
          </s-list-item>
        ))}
      </s-ordered-list>
    </s-section>
  )
}

function Campaigns({ membership, view: { localizer } }: { membership: Membership; view: MemberView }) {
  const campaigns = openCampaigns(membership.campaigns)
  if (!campaigns.length) return null
  return (
    <s-section heading={localizer.words.campaigns}>
      <s-unordered-list>
        {campaigns.map((campaign) => (
          <s-list-item key={campaign.id}>
            <s-stack>
              <s-text>{isolate(campaign.name, localizer.lang)}</s-text>
              <s-text color="subdued">{windowOf(campaign, localizer)}</s-text>
            </s-stack>
          </s-list-item>
        ))}
      </s-unordered-list>
    </s-section>
  )
}

function History({ membership, view }: { membership: Membership; view: MemberView }) {
  const { localizer, state, watch } = view
  const { words } = localizer
  const older = olderOf(state)
  const entries = [...membership.credits.entries, ...(older?.entries ?? [])]
  if (!entries.length) return <s-text color="subdued">{membership.unavailable.includes('credits') ? words.partLate : words.noHistory}</s-text>
  return (
    <>
      {entries.map((entry, index) => (
        <Entry key={index} entry={entry} view={view} />
      ))}
      {older?.status === 'failed' ? <s-text>{words.partLate}</s-text> : null}
      {(older ?? membership.credits).next ? (
        <s-button variant="secondary" loading={older?.status === 'pending'} onClick={() => void watch.showOlder()}>
          {words.more}
        </s-button>
      ) : null}
    </>
  )
}

function Entry({ entry: { amount, reason, note, created_at, expires_at }, view: { localizer } }: { entry: CreditEntry; view: MemberView }) {
  const { words, say, signed, date } = localizer
  // Constants of the service have texts; other reasons are shown as the service writes them (A18).
  const label = reason in known ? words[reason as keyof typeof known] : isolate(reason, localizer.lang)
  return (
    <s-grid gridTemplateColumns="1fr auto" gap="base" alignItems="start">
      <s-stack>
        <s-text>{label}</s-text>
        {note ? <s-text color="subdued">{isolate(note, localizer.lang)}</s-text> : null}
        <s-text color="subdued">{[date(created_at), expires_at && say('expires', { date: date(expires_at) })].filter(Boolean).join(' · ')}</s-text>
      </s-stack>
      <s-text type="strong">{signed(amount, amount.cents > 0 ? '+' : '−')}</s-text>
    </s-grid>
  )
}

const known = {
  EARNED_FROM_PURCHASE: 1,
  REDEMPTION: 1,
  MANUAL: 1,
  SIGNUP: 1,
  RECURRING: 1,
  ANNIVERSARY: 1,
  BIRTHDAY: 1,
  REFERRAL: 1,
  EXPIRED: 1,
  REFUND: 1,
}
