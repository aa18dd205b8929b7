import { isOfOne } from '../store/database.ts'
import { unstorableOutcome, type Attempt } from './apply-outcome.ts'

interface CommitLoopParts {
  /**
   * Stores these attempts and claims jobs for free places, in one commit; resolves to whether there may be more to claim. `claims` is false while
   * only outcomes are stored.
   */
  commit(attempts: readonly Attempt[], claims: boolean): Promise<{ more: boolean }>
  /** Whether another job can start now. */
  hasFreePlaces(): boolean
  /** Called when an outcome cannot be stored, and is replaced. */
  onUnstorable(attempt: Attempt, error: unknown): void
  /** Called after a commit failed because of the store. */
  onStoreFailure(error: unknown): void
  /** Called when a closing loop gives up its outcomes. */
  onGivenUp(): void
  /** Called each time that the loop has nothing to commit. */
  onIdle(): void
}

/** Commits one after the other: each stores all outcomes that have come in, and claims the next jobs. */
export interface CommitLoop {
  /** Adds an attempt whose outcome has to be stored. */
  add(attempt: Attempt): void
  /** Looks for due jobs. */
  wake(): void
  /** Claims no more jobs. If the store keeps failing, outcomes are given up. */
  close(): void
  /** Whether the last commit failed because of the store. */
  readonly isFailing: boolean
}

/** The number of failed commits after which a closing loop gives up its outcomes. */
const mostFailures = 5

/** Creates the commit loop of an engine. */
export function createCommitLoop({ commit, hasFreePlaces, onUnstorable, onStoreFailure, onGivenUp, onIdle }: CommitLoopParts): CommitLoop {
  let pending: Attempt[] = []
  /** How many of the pending attempts are stored one by one, because one of them cannot be stored. */
  let singles = 0
  let mayBeDue = true
  let isClosing = false
  let isGivenUp = false
  let isCommitting = false
  let isScheduled = false
  let failures = 0

  const claims = () => mayBeDue && !isClosing && hasFreePlaces()

  /** Starts after the current events, so that one commit stores all outcomes that have just come in. */
  function schedule() {
    if (isScheduled || isCommitting) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void commitAll()
    })
  }

  async function commitAll() {
    if (isCommitting) return
    isCommitting = true
    while (!isGivenUp && (pending.length > 0 || claims())) {
      const batch = pending.splice(0, singles > 0 ? 1 : pending.length)
      singles = Math.max(0, singles - 1)
      await commitBatch(batch)
      await new Promise((resolve) => setImmediate(resolve))
    }
    isCommitting = false
    onIdle()
  }

  async function commitBatch(batch: readonly Attempt[]) {
    const isClaiming = mayBeDue && !isClosing
    if (isClaiming) mayBeDue = false
    try {
      const { more } = await commit(batch, isClaiming)
      failures = 0
      if (more) mayBeDue = true
    } catch (error) {
      mayBeDue = true
      if (!isolateUnstorable(batch, error)) await waitForStore(batch, error)
    }
  }

  /** If the store refuses one of the outcomes, stores them one by one, so that this outcome does not block the others; returns false otherwise. */
  function isolateUnstorable(batch: readonly Attempt[], error: unknown): boolean {
    const [first, ...others] = batch
    if (!first || first.outcome === unstorableOutcome || !isOfOne(error)) return false
    if (others.length > 0) {
      singles = batch.length
      pending = [...batch, ...pending]
    } else {
      onUnstorable(first, error)
      pending = [{ ...first, outcome: unstorableOutcome }, ...pending]
    }
    return true
  }

  /** Keeps the outcomes in memory until they can be stored: the attempts were already made. */
  async function waitForStore(batch: readonly Attempt[], error: unknown) {
    pending = [...batch, ...pending]
    failures += 1
    onStoreFailure(error)
    if (isClosing && failures > mostFailures) {
      isGivenUp = true
      onGivenUp()
    } else await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** failures, 3_000)))
  }

  return {
    add(attempt) {
      pending.push(attempt)
      schedule()
    },
    wake() {
      mayBeDue = true
      schedule()
    },
    close() {
      isClosing = true
      schedule()
    },
    get isFailing() {
      return failures > 0
    },
  }
}
