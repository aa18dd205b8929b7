import { undoAll, type Account } from './account.ts'
import type { Check } from './check.ts'

/** Runs a check, and ends right after it what it has registered. */
export async function perform({ run }: Check, account: Account): Promise<void> {
  const undoing: (() => Promise<unknown>)[] = []
  const afterCheck: Account['afterCheck'] = (undo) => undoing.push(undo)
  try {
    await run({ ...account, afterCheck, other: account.other && { ...account.other, afterCheck } })
  } finally {
    await undoAll(undoing)
  }
}
