import type { ComponentChildren } from 'preact'
import type { TrackedClaim, TrackedOrder } from '../../../src/contract/tracking.ts'
import { fill } from '../../../src/i18n/localize.ts'
import { formatMoney } from '../../../src/money.ts'
import { writeDay } from '../../../src/tracking/order/date-format.ts'
import { claimKeys } from '../../../src/tracking/extras/claim-words.ts'
import { moneyStateOf, restOf } from '../../../src/tracking/extras/rest.ts'
import { Items } from './items.tsx'
import type { OrderView } from './order-view.ts'
import { isolate } from './isolate.ts'
import { Package } from './package.tsx'
import { hasProtection, Protection } from './protection.tsx'
import { Steps } from './steps.tsx'

/** An order: its payment, the outcomes of claims, its packages, the lines that are in no package, and its protection. */
export function Order({ order, view }: { order: TrackedOrder; view: OrderView }) {
  const { words, lang, watch } = view
  const { placed_at, packages, claims = [] } = order
  const money = moneyStateOf(order.financial_status)
  const parcels = packages.filter(({ tracking_number }) => tracking_number)
  const { packagesShown } = watch.state
  const parts = [
    placed_at && <s-text color="subdued">{fill(words.placed, { date: writeDay(lang, placed_at) })}</s-text>,
    money && <Note title={words[money]} text={words[`${money}_means`]} lang={lang} />,
    ...claims.map((claim) => <Claim claim={claim} view={view} />),
    ...parcels
      .slice(0, packagesShown)
      .map((parcel, index) => <Package parcel={parcel} index={index} total={parcels.length} placedAt={placed_at} view={view} />),
    parcels.length > packagesShown && (
      <s-button variant="secondary" onClick={() => watch.dispatch({ type: 'extended' })}>
        {words.more_packages}
      </s-button>
    ),
    ...restOf(order).map(([kind, items]) => {
      // Nothing has left yet: the order is at the first of its steps.
      const isFirst = !packages.length && (kind === 'unshipped' || kind === 'confirmed')
      return (
        <Note title={words[kind]} text={words[`${kind}_means`]} items={items} lang={lang}>
          {isFirst ? <Steps parcel={{ events: [], status: null }} placedAt={placed_at} view={view} /> : null}
        </Note>
      )
    }),
    hasProtection(order, view) && <Protection order={order} view={view} />,
  ].filter(Boolean)
  return (
    <s-stack gap="large">
      {parts.map((part, index) => (
        <s-stack key={index} gap="large">
          {index > 1 ? <s-divider /> : null}
          {part}
        </s-stack>
      ))}
    </s-stack>
  )
}

interface NoteOptions {
  title: string
  text: string
  items?: TrackedOrder['unshipped_items']
  lang: string
  children?: ComponentChildren
}

function Note({ title, text, items = [], lang, children }: NoteOptions) {
  return (
    <s-stack gap={children ? 'base' : 'small-200'}>
      <s-text type="strong">{title}</s-text>
      {children}
      <s-text>{text}</s-text>
      <Items items={items} lang={lang} />
    </s-stack>
  )
}

/** The outcome of a claim. */
function Claim({ claim, view: { words, lang } }: { claim: TrackedClaim; view: OrderView }) {
  const { title, text } = claimKeys(claim)
  const values = { amount: claim.amount ? formatMoney(claim.amount, lang) : '', number: isolate(claim.order_number ?? '', lang) }
  return (
    <s-stack gap="small-200">
      <s-text color="subdued">{writeDay(lang, claim.at)}</s-text>
      <Note title={words[title]} text={fill(words[text], values)} items={claim.items} lang={lang} />
    </s-stack>
  )
}
