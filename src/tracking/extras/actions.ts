import { html, nothing } from 'lit'
import type { TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { messages as en } from '../../i18n/english/tracking-extras.ts'
import { fill } from '../../i18n/localize.ts'
import { calendarFile } from './calendar.ts'
import { isOver } from '../order/date-format.ts'
import type { OrderView } from '../views/order-view.ts'
import { progressOf } from '../order/package-status.ts'

/** What else can be done with an order: put the day into a calendar, pass a link on, print it. Loaded once somebody asks for it. */
export function renderActions(order: TrackedOrder, { readsAddress, words: first, handlers: { say } }: OrderView) {
  const words = { ...en, ...first }
  const cards = order.packages.filter(({ tracking_number }) => tracking_number)
  const expected = cards.filter(isExpected)
  const url = readsAddress && linkOf(order)
  return html`<p part="links">
      ${expected.length ? html`<button part="calendar" class="button" @click=${handleCalendar}>${words.calendar}</button>` : nothing}
      ${url ? html`<button part="share" class="button" @click=${handleShare}>${words.share}</button>` : nothing}
      <button part="print" class="button" @click=${handlePrint}>${words.print}</button>
    </p>
    <p class="muted">${url ? words.share_means : nothing}</p>`

  function handleCalendar() {
    const { order_number } = order
    const summary = order_number ? fill(words.calendar_entry, { number: order_number }) : words.calendar_entry_plain
    const entries = expected.map((parcel) => ({
      id: `${parcel.id}@${location.hostname}`,
      summary: cards.length > 1 ? `${summary} (${fill(words.package, { n: cards.indexOf(parcel) + 1, total: cards.length })})` : summary,
      from: parcel.estimated_from ?? parcel.estimated_to!,
      to: parcel.estimated_to!,
      url,
    }))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([calendarFile(entries, new Date())], { type: 'text/calendar' }))
    link.download = `${order_number?.replace(/[^\w-]/g, '') || 'package'}.ics`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }

  async function handleShare() {
    // A shopper who closes the list of apps again needs no message.
    if (navigator.share) return navigator.share({ url: url as string }).catch(() => undefined)
    try {
      await navigator.clipboard.writeText(url as string)
      say(words.shared)
    } catch {
      // Browsers refuse it without permission, and have no clipboard for pages without TLS: the shopper copies the link that is shown.
      say(url as string)
    }
  }
}

const handlePrint = () => print()

/** Whether it is still to come, and a day for it is known that is not over. */
const isExpected = (parcel: TrackedPackage) =>
  progressOf(parcel).step < 5 && !isOver(parcel.estimated_to) && [parcel.estimated_from ?? parcel.estimated_to, parcel.estimated_to].every(hasDate)

/** Whether a calendar's file has a way to write it: years have four digits there (RFC 5545, 3.3.4). */
const hasDate = (iso: string | null) => Date.parse(iso!) > 0 && Date.parse(iso!) < Date.UTC(9999, 0)

/** Parameters that say which page it is, as WordPress (`?page_id=42`) and OpenCart do, and in which language; any other could say who reads it. */
const saysWhichPage = ([name, value]: [string, string]) => /^(p|page|page_id|route|lang|locale)$/.test(name) && /^[\w./-]{1,64}$/.test(value)

/** This page with what proves no more than a tracking number. */
function linkOf({ share_key, packages }: TrackedOrder): string | undefined {
  const [name, proof] = share_key ? ['key', share_key] : ['tracking_number', packages[0]?.tracking_number]
  if (!proof) return undefined
  const url = new URL(location.href)
  url.search = String(new URLSearchParams([...url.searchParams].filter(saysWhichPage)))
  url.hash = `${name}=${encodeURIComponent(proof)}`
  return url.href
}
