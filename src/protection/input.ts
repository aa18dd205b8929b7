/** Shifts this soon after the shopper's own input are expected, and browsers do not count them either. */
const grace = 500

let last = -grace
for (const name of ['pointerdown', 'click', 'keydown']) window.addEventListener(name, ({ timeStamp }) => (last = timeStamp), { capture: true, passive: true })

/** Whether the shopper has just done something on this page. */
export const afterInput = () => performance.now() - last < grace
