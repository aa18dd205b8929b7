import { waitUntil as ask } from '@open-wc/testing'

/** Waits until that holds, for longer than it takes on a machine that three engines share; the library's own limit is a second. */
export const waitUntil: typeof ask = (holds, message, options) => ask(holds, message, { timeout: 40_000, ...options })
