import { useEffect, useMemo } from 'preact/hooks'
import { createLocalizer } from '../../../src/loyalty/views/create-localizer.ts'
import { MemberWatch } from './member-watch.ts'
import type { MemberView, MemberWords } from './member-view.ts'
import { createPublish, localeOf, wordsOf, type Settings, type Surface } from './surface.ts'
import { useStore } from './use-watched.ts'

/** Follows the membership of the customer who is signed in, as long as its component is on the page. */
export function useMember(shopify: Surface, settings: Settings, proxy: string): MemberView {
  const watch = useMemo(() => new MemberWatch(proxy, () => shopify.sessionToken.get()), [])
  const publish = useMemo(() => createPublish(shopify, 'account'), [])
  const localizer = useMemo(() => createLocalizer(wordsOf<MemberWords>(shopify), localeOf(shopify)), [])
  const state = useStore(watch.store)
  useEffect(() => watch.start(), [])
  return { watch, state, localizer, settings, publish }
}
