import { SigningInEvent, type ConsultingEvent } from '../events/consulting.events.ts'

/** Dispatches an event for a click on a link. If the page takes over, the link is not followed, and `then` runs when the page is done. */
export function consultPage(click: Event, event: ConsultingEvent, then?: () => Promise<unknown>) {
  const { ctrlKey, metaKey, shiftKey, currentTarget } = click as MouseEvent
  // With these keys the browser opens the link in another tab or window, or downloads it.
  if (ctrlKey || metaKey || shiftKey) return
  currentTarget?.dispatchEvent(event)
  if (!event.taking) return
  click.preventDefault()
  void event.taking.then(then).catch(() => undefined)
}

/** Lets the page sign its shopper in by itself. If it does not, the link goes to the shop's page. */
export const handleSignIn = (click: Event, check: () => Promise<unknown>) => consultPage(click, new SigningInEvent(), check)
