import { SigningInEvent, type ConsultingEvent } from './consulting.events.ts'

/** Asks the page on a click on a link. Where the page says that it sees to it, no other page is opened, and `then` follows. */
export function consultPage(click: Event, event: ConsultingEvent, then?: () => Promise<unknown>) {
  const { ctrlKey, metaKey, shiftKey, currentTarget } = click as MouseEvent
  // Whoever wants the page in another tab or window gets it.
  if (ctrlKey || metaKey || shiftKey) return
  currentTarget?.dispatchEvent(event)
  if (!event.taking) return
  click.preventDefault()
  void event.taking.then(then).catch(() => undefined)
}

/** Lets the page sign its shopper in by itself, where it says so, and goes on to the shop's page where not. */
export const handleSignIn = (click: Event, check: () => Promise<unknown>) => consultPage(click, new SigningInEvent(), check)
