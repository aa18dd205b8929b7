/** What a check has found: all is well, something is wrong, or it could not or need not be looked at. */
export type Verdict = 'passed' | 'failed' | 'noted'

/** One line of what the doctor says. */
export interface Finding {
  /** What was looked at. */
  readonly check: string
  readonly verdict: Verdict
  /** What was found; never a key, nor anybody's data. */
  readonly says: string
  /** What to do about it. */
  readonly remedy?: string
}

/** All is well. */
export const passed = (check: string, says: string): Finding => ({ check, verdict: 'passed', says })
/** Worth knowing, and no fault. */
export const noted = (check: string, says: string, remedy?: string): Finding => ({ check, verdict: 'noted', says, ...(remedy && { remedy }) })
/** Something is wrong, and this puts it right. */
export const failed = (check: string, says: string, remedy: string): Finding => ({ check, verdict: 'failed', says, remedy })
