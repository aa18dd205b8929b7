/** Milliseconds between two turns that are counted. */
const turn = 20

/** What came of something that was timed. */
export interface Timed<Result> {
  result: Result
  /** Milliseconds that went by: a busy machine makes them more, never fewer. Compare a time that has to pass at least with these. */
  passed: number
  /**
   * Milliseconds in which this process was given time, counted in turns of its event loop: while a busy machine keeps it from
   * running none are counted, so these are fewer, never more. Compare a time that may pass at most with these, where what is
   * timed runs in this process, too.
   */
  counted: number
}

/** Does it and times it. */
export async function timed<Result>(act: () => Promise<Result>): Promise<Timed<Result>> {
  let counted = 0
  const counting = setInterval(() => (counted += turn), turn)
  const began = performance.now()
  try {
    return { result: await act(), passed: performance.now() - began, counted }
  } finally {
    clearInterval(counting)
  }
}
