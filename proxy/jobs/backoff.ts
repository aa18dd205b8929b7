/** Milliseconds: the first wait, the longest, the longest of what waits for something that may come any moment, and the longest that somebody may ask for. */
export const waits = { first: 1_000, longest: 300_000, missing: 60_000, asked: 3_600_000 }

/** How long a job waits after so many tries: twice as long each time, and less by chance, so that a crowd does not come back all at once. */
export function spread(attempts: number, missing: boolean): number {
  const wait = Math.min(waits.first * 2 ** Math.min(attempts - 1, 20), missing ? waits.missing : waits.longest)
  return Math.round(wait * (0.5 + Math.random() / 2))
}

/** How long a wait that somebody has asked for is kept to: nobody who asks for more has us wait for days. */
export const bounded = (asked: number) => (asked > 0 ? Math.ceil(Math.min(asked, waits.asked)) : 0)
