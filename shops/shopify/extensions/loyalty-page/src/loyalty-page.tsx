import { render } from 'preact'
import { isWebAddress } from '../../../../../src/page/web-address.ts'
import { isBusy } from '../../../../../src/loyalty/membership/membership-store.ts'
import { sentText } from '../../../../../src/loyalty/views/notice-texts.ts'
import { EditorNote } from '../../../surface/editor-note.tsx'
import { Fault } from '../../../surface/fault.tsx'
import { isolate } from '../../../surface/isolate.ts'
import type { MemberView } from '../../../surface/member-view.ts'
import { MembershipPanel } from '../../../surface/membership.tsx'
import type { Settings } from '../../../surface/surface.ts'
import { useMember } from '../../../surface/use-member.ts'
import { useWatched } from '../../../surface/use-watched.ts'

export default function extension() {
  render(<LoyaltyPage />, document.body)
}

/** The membership of the customer, on a page of its own. */
function LoyaltyPage() {
  const settings = useWatched<Settings>(shopify.settings)
  const { proxy } = settings
  if (!isWebAddress(proxy)) return <EditorNote shopify={shopify} is="proxy_missing" />
  return <Member key={proxy} settings={settings} proxy={proxy} />
}

function Member({ settings, proxy }: { settings: Settings; proxy: string }) {
  const view = useMember(shopify, settings, proxy)
  const { state, localizer } = view
  const { words, say, date } = localizer
  const { membership, problem, isOffline } = state
  const { first_name, joined_at } = membership?.member ?? {}
  const isUnknown = problem?.code === 'session-required'
  const isStale = !!problem && !isUnknown
  return (
    <s-page
      heading={first_name ? say('hello', { name: isolate(first_name, localizer.lang) }) : words.helloPlain}
      subheading={joined_at ? say('since', { date: date(joined_at) }) : ''}
    >
      {problem ? <EditorNote shopify={shopify} is={isUnknown ? 'customer_missing' : 'proxy_out'} /> : null}
      <s-stack accessibilityRole="status" paddingBlockEnd={isStale ? 'large' : 'none'}>
        {isStale ? <s-banner tone="warning">{isOffline ? words.offline : membership ? words.stale : words.partLate}</s-banner> : null}
      </s-stack>
      {membership?.member ? (
        <MembershipPanel membership={membership} view={view} />
      ) : membership ? (
        <Join view={view} />
      ) : problem ? null : (
        <s-section>
          <s-skeleton-paragraph />
        </s-section>
      )}
    </s-page>
  )
}

/** For a customer who has not joined: the button with what it means, and what became of it. */
function Join({ view }: { view: MemberView }) {
  const { state, localizer, watch } = view
  const { words } = localizer
  const sent = sentText(state, localizer)
  if (state.membership?.unavailable.includes('member')) return <s-text>{words.partLate}</s-text>
  return (
    <s-section heading={words.guestTitle}>
      <s-stack gap="base">
        <s-text>{words.joinText}</s-text>
        {sent ? <s-banner tone="info">{sent}</s-banner> : null}
        <Fault verbs={['join']} view={view} />
        {state.membership?.may.includes('join') && !sent ? (
          <>
            <s-button variant="primary" loading={isBusy(state)} onClick={() => void watch.join()}>
              {words.join}
            </s-button>
            <s-text color="subdued">{words.joinConsent}</s-text>
          </>
        ) : null}
      </s-stack>
    </s-section>
  )
}
