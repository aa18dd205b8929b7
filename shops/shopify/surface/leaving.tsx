import type { Member, Membership } from '../../../src/contract/loyalty.ts'
import { isBusy } from '../../../src/loyalty/membership/membership-store.ts'
import { isLeaving, sentText } from '../../../src/loyalty/views/notice-texts.ts'
import { Fault } from './fault.tsx'
import { isolate } from './isolate.ts'
import type { MemberView } from './member-view.ts'

/** The ways out and back, and to another payment method. */
export function Leaving({ membership, member, view }: { membership: Membership; member: Member; view: MemberView }) {
  const { state, localizer, watch } = view
  const { words, say, money } = localizer
  const { tier, may } = membership
  const { store } = watch
  const sent = sentText(state, localizer)
  const isGoing = isLeaving(member.status)
  const isOpen = state.sentAt === undefined
  return (
    <s-stack gap="base">
      {sent ? <s-banner tone="info">{sent}</s-banner> : null}
      <Fault verbs={['cancel', 'reactivate', 'payment']} view={view} />
      {isGoing && isOpen && may.includes('reactivate') ? (
        <s-button variant="secondary" loading={isBusy(state)} onClick={() => void watch.change('reactivate')}>
          {words.reactivate}
        </s-button>
      ) : null}
      {!isGoing && isOpen && may.includes('payment') ? (
        <s-button variant="secondary" loading={isBusy(state)} onClick={() => void watch.updatePayment()}>
          {words.payment}
        </s-button>
      ) : null}
      {state.isLeaving ? (
        <s-section heading={words.cancelTitle}>
          <s-stack gap="base">
            <s-text>{words.cancelEnds}</s-text>
            <s-unordered-list>
              <s-list-item>{tier ? say('cancelBenefits', { tier: isolate(tier.name, localizer.lang) }) : words.cancelBenefitsPlain}</s-list-item>
              {member.credits.cents > 0 ? <s-list-item>{say('cancelCredits', { amount: money(member.credits) })}</s-list-item> : null}
            </s-unordered-list>
            <s-text>{[words.cancelWhen, may.includes('reactivate') && words.cancelUndo].filter(Boolean).join(' ')}</s-text>
            <s-stack direction="inline" gap="small">
              <s-button variant="secondary" tone="critical" loading={isBusy(state)} onClick={() => void watch.change('cancel')}>
                {words.cancelNow}
              </s-button>
              <s-button variant="secondary" onClick={() => store.dispatch({ type: 'leaveDropped' })}>
                {words.keep}
              </s-button>
            </s-stack>
          </s-stack>
        </s-section>
      ) : !isGoing && isOpen && may.includes('cancel') ? (
        <s-link onClick={() => store.dispatch({ type: 'leaveAsked' })}>{words.cancel}</s-link>
      ) : null}
    </s-stack>
  )
}
