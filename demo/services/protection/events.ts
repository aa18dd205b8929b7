const newestFirst = (a: { created_at: string }, b: { created_at: string }) => Date.parse(b.created_at) - Date.parse(a.created_at)

/** Sorts events by the time when they happened, newest first, in whatever order they arrived (A70). At the same time, the last to arrive comes first. */
export const inOrder = <Event extends { created_at: string }>(events: readonly Event[]) => [...events].reverse().sort(newestFirst)

/** Returns the status of the newest event, if any. */
export const currentStatus = (events: readonly { status: string; created_at: string }[]) => inOrder(events)[0]?.status
