import type { TrackedEvent, TrackedPackage } from '../../../src/contract/tracking.ts'
import { writeTime } from '../../../src/tracking/order/date-format.ts'
import { eventsOf, historyOf } from '../../../src/tracking/extras/package-events.ts'
import { dayOf, placeName, textOf } from '../../../src/tracking/views/event-text.ts'
import { isolate } from './isolate.ts'
import type { OrderView } from './order-view.ts'

/** What happened to a package, newest first, by days. All but the newest event are folded. */
export function Timeline({ parcel, view }: { parcel: TrackedPackage; view: OrderView }) {
  const { words, watch } = view
  const { id, earlier } = parcel
  const { opened } = watch.state
  const { of, failures } = historyOf(watch.state, id)
  const [newest, ...others] = eventsOf(parcel, watch.state)
  if (!newest) return null
  return (
    <s-stack gap="base">
      <Days events={[newest]} parcel={parcel} view={view} />
      {others.length || earlier ? (
        <s-details onToggle={(event) => void watch.toggle(id, event.newState === 'open')}>
          <s-summary>{words.earlier}</s-summary>
          <Days events={others} parcel={parcel} view={view} />
          {earlier && opened.has(id) && of !== parcel ? <s-text color="subdued">{failures ? words.unavailable : words.finding}</s-text> : null}
        </s-details>
      ) : null}
    </s-stack>
  )
}

function Days({ events, parcel, view: { words, lang } }: { events: readonly TrackedEvent[]; parcel: TrackedPackage; view: OrderView }) {
  const days = new Map<string, TrackedEvent[]>()
  for (const event of events) {
    const day = dayOf(event, words, lang)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return (
    <s-stack gap="base" paddingBlockStart="small-200">
      {[...days].map(([day, ofDay]) => (
        <s-stack key={day} gap="small-200">
          <s-text type="strong">{day}</s-text>
          {ofDay.map((event, index) => {
            const { place } = event
            const where = placeName(lang, place && { ...place, city: place.city && isolate(place.city, lang) })
            const facts = [event.created_at && writeTime(lang, event.created_at), where].filter(Boolean)
            return (
              <s-stack key={index}>
                <s-text>{isolate(textOf(event, parcel, words), lang)}</s-text>
                {facts.length ? <s-text color="subdued">{facts.join(' · ')}</s-text> : null}
              </s-stack>
            )
          })}
        </s-stack>
      ))}
    </s-stack>
  )
}
