/** Shifts this soon after the shopper's own input are expected, and browsers do not count them either. */
const grace = 500

let last = -grace
const names = ['pointerdown', 'click', 'keydown']

/** Takes note of an event that may be the shopper's own input. */
export const noteInput = ({ type, timeStamp }: Event) => {
  if (names.includes(type)) last = timeStamp
}
for (const name of names) window.addEventListener(name, noteInput, { capture: true, passive: true })

/** Whether the shopper has just done something on this page. */
export const afterInput = () => performance.now() - last < grace
