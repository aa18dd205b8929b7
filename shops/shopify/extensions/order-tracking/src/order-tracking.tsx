import { render } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { fill } from '../../../../../src/i18n/localize.ts'
import { isOffline } from '../../../../../src/page/offline.ts'
import { isWebAddress } from '../../../../../src/page/web-address.ts'
import { noticeOf } from '../../../../../src/tracking/notice.ts'
import { Earned } from '../../../surface/earned.tsx'
import { EditorNote } from '../../../surface/editor-note.tsx'
import { isolate } from '../../../surface/isolate.ts'
import type { OrderView, OrderWords } from '../../../surface/order-view.ts'
import { isOut, OrderWatch, type ShownOrder } from '../../../surface/order-watch.ts'
import { Order } from '../../../surface/order.tsx'
import { Parcels } from '../../../surface/parcels.tsx'
import { createPublish, localeOf, wordsOf, type Settings } from '../../../surface/surface.ts'
import { TrackingLink } from '../../../surface/tracking-link.tsx'
import { useStore, useWatched } from '../../../surface/use-watched.ts'

export default function extension() {
  render(<OrderTracking />, document.body)
}

/** Where the packages of the order are that the page shows, its protection, and what it has earned. */
function OrderTracking() {
  const settings = useWatched<Settings>(shopify.settings)
  const order = useWatched(shopify.order)
  const checkoutToken = useWatched(shopify.checkoutToken)
  const metafields = useWatched(shopify.appMetafields)
  const { proxy } = settings
  if (!isWebAddress(proxy)) return <EditorNote shopify={shopify} is="proxy_missing" />
  // The order has no id until Shopify has processed it.
  if (!order) return null
  const found = metafields.find(({ target, metafield }) => target.type === 'order' && metafield.key === 'order_key')
  const key = found && String(found.metafield.value)
  return <TrackedOrder key={[proxy, order.id, key, checkoutToken].join()} settings={settings} proxy={proxy} shown={{ key, id: order.id, checkoutToken }} />
}

function TrackedOrder({ settings, proxy, shown }: { settings: Settings; proxy: string; shown: ShownOrder }) {
  const watch = useMemo(() => new OrderWatch(proxy, shown, () => shopify.sessionToken.get()), [])
  const publish = useMemo(() => createPublish(shopify, 'order-status'), [])
  const state = useStore(watch.store)
  const authentication = useWatched(shopify.authenticationState)
  useEffect(() => watch.start(), [])
  const { order } = state
  const isOpened = !!order
  useEffect(() => {
    if (isOpened) publish('tracking_opened')
  }, [isOpened])
  const view: OrderView = { watch, words: wordsOf<OrderWords>(shopify), lang: localeOf(shopify), settings, publish }
  const { words, lang } = view
  const notice = noticeOf(state, { isOut: isOut(state), isRunOut: false }, words, lang)

  return (
    <s-section heading={order?.order_number ? fill(words.order, { number: isolate(order.order_number, lang) }) : words.track}>
      <s-stack gap="base">
        {isOut(state) && !isOffline() ? <EditorNote shopify={shopify} is="proxy_out" /> : null}
        {order ? (
          <>
            <Order order={order} view={view} />
            {authentication === 'fully_authenticated' && !settings.hide_credits ? (
              <Earned shopify={shopify} proxy={proxy} order={shown.id.replace(/^.*\//, '')} view={view} />
            ) : null}
          </>
        ) : watch.isAwaited && !isOut(state) ? (
          <s-skeleton-paragraph />
        ) : (
          <>
            {isOut(state) ? null : <s-text>{words.confirmed_means}</s-text>}
            <Parcels order={shown.id} view={view} />
            <TrackingLink url={settings.tracking_url} text={words.track} />
          </>
        )}
        <s-stack accessibilityRole="status">
          {notice ? (
            // What changed can be seen in the order itself.
            <s-text color="subdued" accessibilityVisibility={isOut(state) ? 'visible' : 'exclusive'}>
              {notice}
            </s-text>
          ) : null}
        </s-stack>
      </s-stack>
    </s-section>
  )
}
