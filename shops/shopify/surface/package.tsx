import type { TrackedPackage } from '../../../src/contract/tracking.ts'
import { fill } from '../../../src/i18n/localize.ts'
import { isWebAddress } from '../../../src/page/web-address.ts'
import { isGivenUp } from '../../../src/tracking/views/order-view.ts'
import { mayClaim, progressOf, type Phase } from '../../../src/tracking/order/package-status.ts'
import { headlineOf, restatesStatus, titleOf } from '../../../src/tracking/views/headline.ts'
import { isolate } from './isolate.ts'
import { Items } from './items.tsx'
import type { OrderView } from './order-view.ts'
import { Steps } from './steps.tsx'
import { Timeline } from './timeline.tsx'

const icons = {
  confirmed: 'order',
  preparing: 'order',
  on_the_way: 'delivery',
  out_for_delivery: 'delivery',
  delivered: 'check-circle',
  collect: 'location',
  picked_up: 'check-circle',
  late: 'clock',
  attempted: 'delivery',
  problem: 'alert-triangle',
  returning: 'return',
} as const satisfies Record<Phase, string>

interface PackageOptions {
  parcel: TrackedPackage
  /** Its place among the packages of the order, and how many there are. */
  index: number
  total: number
  placedAt: string | null
  view: OrderView
}

/** One package of an order: the answer at a glance, how far it has come, what can be done, and what happened. */
export function Package({ parcel, index, total, placedAt, view }: PackageOptions) {
  const { words, lang, settings, watch } = view
  const progress = progressOf(parcel)
  const { step, phase, isKnown } = progress
  const { id, carrier, tracking_number: number, pending, status, items, quiet_days } = parcel
  const isAwaited = pending && !status
  const title = titleOf(parcel, progress, words)
  const headline = isAwaited ? words.finding : (headlineOf(parcel, progress, words, lang) ?? title)
  const isEnded = step === 5
  const isWrong = !isAwaited && (!!quiet_days || /^(late|attempted|problem|returning)$/.test(phase))
  const claimUrl = isWebAddress(settings.claim_url) && !isGivenUp(watch.state.order!) ? settings.claim_url : undefined
  const contactUrl = isWrong && isWebAddress(settings.contact_url) ? settings.contact_url : undefined
  const days = quiet_days && new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(quiet_days)
  const links = parcel.links.filter(({ url }) => isWebAddress(url))

  return (
    <s-stack gap="base">
      {total > 1 ? <s-text color="subdued">{fill(words.package, { n: index + 1, total })}</s-text> : null}
      <s-stack direction="inline" gap="small" alignItems="center">
        <s-icon type={icons[phase]} tone={isWrong ? 'warning' : isEnded ? 'success' : 'auto'} />
        <s-stack>
          {headline === title || isAwaited || restatesStatus(phase) ? null : <s-text type="small">{isolate(title, lang)}</s-text>}
          <s-heading>{isolate(headline, lang)}</s-heading>
        </s-stack>
      </s-stack>
      {isAwaited || (isEnded && total > 1) ? null : <Steps parcel={parcel} placedAt={placedAt} isWrong={isWrong} view={view} />}
      {isAwaited || isEnded || !isKnown ? null : <s-text>{words[`${phase}_means`]}</s-text>}
      {days ? <s-text>{fill(words.quiet, { days })}</s-text> : null}
      {links.map((link) => (
        <s-button key={link.url} variant="secondary" href={link.url} target="_blank">
          {(link.carrier ?? carrier) ? fill(words.follow, { carrier: isolate(link.carrier ?? carrier!, lang) }) : words.follow_plain}
        </s-button>
      ))}
      {number ? (
        <s-stack direction="inline" gap="small" alignItems="center">
          {carrier ? <s-text>{isolate(carrier, lang)}</s-text> : null}
          <s-text dir="ltr">{number}</s-text>
          <s-clipboard-item id={`number-${index}`} text={number} />
          <s-link commandFor={`number-${index}`} command="--copy">
            {words.copy}
          </s-link>
        </s-stack>
      ) : null}
      {claimUrl && (quiet_days || mayClaim(progress)) ? (
        <s-link href={claimUrl} target="_blank">
          {isEnded ? words.not_received : mayClaim(progress) ? words.start_claim : words.report}
        </s-link>
      ) : null}
      {contactUrl ? (
        <s-link href={contactUrl} target="_blank">
          {words.contact}
        </s-link>
      ) : null}
      <Items items={items} lang={lang} />
      {isAwaited || settings.hide_history ? null : <Timeline key={id} parcel={parcel} view={view} />}
    </s-stack>
  )
}
