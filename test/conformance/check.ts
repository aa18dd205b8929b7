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
