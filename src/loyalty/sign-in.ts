import { SigningInEvent } from './consulting.events.ts'

/** Lets the page sign its shopper in by itself, where it says so, and goes on to the shop's page where not. */
export function handleSignIn(click: Event, check: () => Promise<unknown>) {
  const { ctrlKey, metaKey, shiftKey, currentTarget } = click as MouseEvent
  // Whoever wants the page in another tab or window gets it.
  if (ctrlKey || metaKey || shiftKey) return
  const event = new SigningInEvent()
  currentTarget?.dispatchEvent(event)
  if (!event.taking) return
  click.preventDefault()
  void event.taking.then(check).catch(() => undefined)
}
