import { useEffect, useRef } from 'preact/hooks'
import type { OrderAction } from '../../../src/contract/order-protection.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import { fill } from '../../../src/i18n/localize.ts'
import { formatMoney } from '../../../src/money.ts'
import { protectionKeys } from '../../../src/tracking/extras/protection-words.ts'
import { isWebAddress } from '../../../src/page/web-address.ts'
import { mayClaim, progressOf } from '../../../src/tracking/order/package-status.ts'
import { isGivenUp } from '../../../src/tracking/views/order-view.ts'
import type { OrderView } from './order-view.ts'

const allows = (action: OrderAction, { may = [] }: TrackedOrder, { watch }: OrderView) => !!watch.proof.key && may.includes(action)

/** Whether there is something to say about the protection of an order. */
export const hasProtection = (order: TrackedOrder, view: OrderView) =>
  !view.settings.hide_protection &&
  !!order.protection &&
  !isGivenUp(order) &&
  (order.protection.state !== 'unprotected' || allows('protect-later', order, view) || !!view.watch.state.protection.fault)

/** How the protection of an order stands, and what its owner may do about it. */
export function Protection({ order, view }: { order: TrackedOrder; view: OrderView }) {
  const { watch, words, lang, settings, publish } = view
  const modal = useRef<{ hideOverlay(): void }>(null)
  const { protection, packages } = order
  const { protection: change } = watch.state
  const isOffered = allows('protect-later', order, view)
  useEffect(() => {
    if (isOffered) publish('protection_shown')
  }, [isOffered])
  if (!protection || !hasProtection(order, view)) return null
  const { state, refund } = protection
  const { isBusy = false, progress, fault } = change
  const say = (key: keyof typeof words) => fill(words[key], { amount: refund ? formatMoney(refund, lang) : '' })
  const [title, text] = protectionKeys[state]
  // A package that needs it shows the same way.
  const canClaim = state === 'protected' && !packages.some((parcel) => parcel.tracking_number && (parcel.quiet_days || mayClaim(progressOf(parcel))))

  async function handleChange(action: OrderAction) {
    const result = await watch.changeProtection(action)
    if (result) modal.current?.hideOverlay()
    if (result === 'done') publish(action === 'unprotect' ? 'protection_removed' : 'protection_chosen')
  }

  return (
    <s-stack gap="base">
      <s-stack gap="small-200" accessibilityRole="status">
        <s-stack direction="inline" gap="small-200" alignItems="center">
          {state === 'protected' ? <s-icon type="check-circle" tone="success" /> : null}
          <s-text type="strong">{say(progress ?? title)}</s-text>
        </s-stack>
        {state === 'unprotected' && !isOffered ? null : <s-text color="subdued">{say(state === 'removed' && !refund ? 'removed_plain' : text)}</s-text>}
      </s-stack>
      {fault ? <s-banner tone="critical">{say(fault)}</s-banner> : null}
      {isOffered ? (
        <s-button variant="secondary" loading={isBusy} onClick={() => void handleChange('protect-later')}>
          {words.protect}
        </s-button>
      ) : null}
      {canClaim && isWebAddress(settings.claim_url) ? (
        <s-link href={settings.claim_url} target="_blank">
          {words.report}
        </s-link>
      ) : null}
      {allows('unprotect', order, view) ? (
        <>
          <s-link commandFor="unprotect" command="--show">
            {words.unprotect}
          </s-link>
          <s-modal id="unprotect" ref={modal as never} heading={words.unprotect_title}>
            <s-paragraph>{say('unprotect_text')}</s-paragraph>
            <s-button slot="primary-action" variant="primary" loading={isBusy} onClick={() => void handleChange('unprotect')}>
              {say('unprotect_confirm')}
            </s-button>
            <s-button slot="secondary-actions" commandFor="unprotect" command="--hide">
              {words.unprotect_keep}
            </s-button>
          </s-modal>
        </>
      ) : null}
    </s-stack>
  )
}
