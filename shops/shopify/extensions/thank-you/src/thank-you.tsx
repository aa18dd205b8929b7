import { render } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { fill } from '../../../../../src/i18n/localize.ts'
import { isWebAddress } from '../../../../../src/page/web-address.ts'
import { restOf } from '../../../../../src/tracking/extras/rest.ts'
import { EditorNote } from '../../../surface/editor-note.tsx'
import { isolate } from '../../../surface/isolate.ts'
import type { OrderView, OrderWords } from '../../../surface/order-view.ts'
import { isOut, OrderWatch } from '../../../surface/order-watch.ts'
import { Protection } from '../../../surface/protection.tsx'
import { createPublish, localeOf, wordsOf, type Settings } from '../../../surface/surface.ts'
import { TrackingLink } from '../../../surface/tracking-link.tsx'
import { useStore, useWatched } from '../../../surface/use-watched.ts'

export default function extension() {
  render(<ThankYou />, document.body)
}

/** What becomes of the order that was just placed: whether it is protected, and where its packages will show. */
function ThankYou() {
  const settings = useWatched<Settings>(shopify.settings)
  const checkoutToken = useWatched(shopify.checkoutToken)
  const { id } = useWatched(shopify.orderConfirmation).order
  const { proxy } = settings
  if (!isWebAddress(proxy)) return <EditorNote shopify={shopify} is="proxy_missing" />
  return <PlacedOrder key={proxy + id} settings={settings} proxy={proxy} id={id} checkoutToken={checkoutToken} />
}

function PlacedOrder({ settings, proxy, id, checkoutToken }: { settings: Settings; proxy: string; id: string; checkoutToken: string | undefined }) {
  const watch = useMemo(() => new OrderWatch(proxy, { id, checkoutToken }, () => shopify.sessionToken.get()), [])
  const publish = useMemo(() => createPublish(shopify, 'thank-you'), [])
  const { order } = useStore(watch.store)
  useEffect(() => watch.start(), [])
  const view: OrderView = { watch, words: wordsOf<OrderWords>(shopify), lang: localeOf(shopify), settings, publish }
  const { words, lang } = view

  return (
    <s-section heading={order?.order_number ? fill(words.order, { number: isolate(order.order_number, lang) }) : words.confirmed}>
      <s-stack gap="base">
        {isOut(watch.state) ? <EditorNote shopify={shopify} is="proxy_out" /> : null}
        {order ? <Next view={view} /> : watch.isAwaited ? <s-skeleton-paragraph /> : <s-text>{words.confirmed_means}</s-text>}
        <TrackingLink url={settings.tracking_url} text={words.track} />
      </s-stack>
    </s-section>
  )
}

/** What comes next. */
function Next({ view }: { view: OrderView }) {
  const { watch, words } = view
  const order = watch.state.order!
  const kinds = restOf(order).map(([kind]) => kind)
  return (
    <>
      {kinds.map((kind) => (
        <s-text key={kind}>{words[`${kind}_means`]}</s-text>
      ))}
      {order.packages.length ? <s-text>{words.on_the_way_means}</s-text> : null}
      <Protection order={order} view={view} />
    </>
  )
}
