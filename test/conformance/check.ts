import type { Account, Need } from './account.ts'

/** One fact that an outsider can observe, and the sentences that it follows from. */
export interface Check {
  /** Numbers of sentences and of assumptions. */
  sentences: readonly string[]
  title: string
  /** What has to happen that the account's keys alone cannot bring about. */
  needs?: readonly Need[]
  /** Rejects when the service does otherwise. */
  run: (account: Account) => Promise<void>
}

/** The numbers from one to another: `L40` to `L42` are `L40`, `L41` and `L42`. */
export function through(first: string, last: string): string[] {
  const [letter, from, to] = [first.slice(0, 1), Number(first.slice(1)), Number(last.slice(1))]
  return Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`)
}
