const newestFirst = (a: { created_at: string }, b: { created_at: string }) => Date.parse(b.created_at) - Date.parse(a.created_at)

/** Newest first by when they happened, whenever they came (A70); of those at the same moment, the last to come first. */
export const inOrder = <Event extends { created_at: string }>(events: readonly Event[]) => [...events].reverse().sort(newestFirst)

/** The status of the newest event, if any. */
export const currentStatus = (events: readonly { status: string; created_at: string }[]) => inOrder(events)[0]?.status
