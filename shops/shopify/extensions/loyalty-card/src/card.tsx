import { isWebAddress } from '../../../../../src/page/web-address.ts'
import { EditorNote } from '../../../surface/editor-note.tsx'
import { Pass } from '../../../surface/pass.tsx'
import type { Settings, Surface } from '../../../surface/surface.ts'
import { useMember } from '../../../surface/use-member.ts'
import { useWatched } from '../../../surface/use-watched.ts'

/** The address of the page of the same app, by the handle of its extension. */
const page = 'extension:loyalty-page/'

/** The tier and the credits of the customer, with the way to the page about them. Nothing of somebody who is no member and cannot join. */
export function Card({ shopify }: { shopify: Surface }) {
  const settings = useWatched<Settings>(shopify.settings)
  const { proxy } = settings
  if (!isWebAddress(proxy)) return <EditorNote shopify={shopify} is="proxy_missing" />
  return <Member key={proxy} shopify={shopify} settings={settings} proxy={proxy} />
}

function Member({ shopify, settings, proxy }: { shopify: Surface; settings: Settings; proxy: string }) {
  const view = useMember(shopify, settings, proxy)
  const { state, localizer } = view
  const { words } = localizer
  const { membership, problem } = state
  if (!membership) {
    if (!problem)
      return (
        <s-section>
          <s-skeleton-paragraph />
        </s-section>
      )
    return <EditorNote shopify={shopify} is={problem.code === 'session-required' ? 'customer_missing' : 'proxy_out'} />
  }
  const { member, may } = membership
  if (!member && !may.includes('join')) return null
  return (
    <s-section heading={member ? words.helloPlain : words.guestTitle}>
      <s-stack gap="base">
        {member ? <Pass membership={membership} member={member} view={view} /> : <s-text>{words.joinText}</s-text>}
        <s-link href={page}>{member ? words.redeem : words.joinLink}</s-link>
      </s-stack>
    </s-section>
  )
}
