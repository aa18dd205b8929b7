/** Shifts this soon after the shopper's own input are expected, and browsers do not count them either. */
const grace = 500

let last = -grace
let inputs = 0
const names = ['pointerdown', 'click', 'keydown']

/** Takes note of an event that may be the shopper's own input. */
export const noteInput = ({ type, timeStamp, isTrusted }: Event) => {
  if (!names.includes(type)) return
  last = timeStamp
  // A click by a script is no decision of the shopper.
  if (isTrusted) inputs++
}
for (const name of names) window.addEventListener(name, noteInput, { capture: true, passive: true })

/** Whether the shopper has just done something on this page. */
export const afterInput = () => performance.now() - last < grace

/** How often the shopper themselves has done something on this page. */
export const countInput = () => inputs
