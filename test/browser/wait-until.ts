import { waitUntil as ask } from '@open-wc/testing'

/** Waits up to 40 s until a condition holds, because three engines may share the machine; the library's own limit is one second. */
export const waitUntil: typeof ask = (holds, message, options) => ask(holds, message, { timeout: 40_000, ...options })
