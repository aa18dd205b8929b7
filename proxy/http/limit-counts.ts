import { LRUCache } from 'lru-cache'
import type { Taking, TryCounts } from './limit-store.ts'

/** Names that are counted at once: whoever asks from ever more addresses takes up no more memory than that. */
const most = 150_000

/** Counts in the memory of this process, by the monotonic clock: no step of the wall clock ends or lengthens a limit. */
export function countInMemory(now: () => number = () => performance.now()): TryCounts {
  const rounds = new LRUCache<string, { misses: number; until: number }>({ max: most })
  const roundOf = (name: string) => {
    const round = rounds.get(name)
    return round && round.until > now() ? round : undefined
  }
  return {
    takeTries(allowances): Promise<Taking> {
      const exhausted = allowances.flatMap(({ name, most }) => {
        const round = roundOf(name)
        return round && round.misses >= most ? [{ name, wait: round.until - now() }] : []
      })
      if (exhausted.length > 0) return Promise.resolve({ exhausted })
      const taken = allowances.map(({ name, most, length }) => {
        const round = roundOf(name) ?? { misses: 0, until: now() + length }
        round.misses += 1
        rounds.set(name, round)
        return { name, left: most - round.misses, wait: round.until - now(), until: round.until }
      })
      return Promise.resolve({ taken })
    },
    giveTriesBack(taken) {
      for (const { name, until } of taken) {
        const round = roundOf(name)
        if (round?.until === until && round.misses > 0) round.misses -= 1
      }
      return Promise.resolve()
    },
  }
}

/** Milliseconds: how long whoever looks for an order waits for the store that is shared, and how long that is let be when it took longer. */
const patience = { answer: 3_000, rest: 10_000 }

/** Counts where all instances see it, and in the memory of this process for as long as that cannot be done. */
export function countTogether(shared: TryCounts, failed: (error: unknown) => void): TryCounts {
  const own = countInMemory()
  let restsUntil = 0
  /** Those that were taken here, and are to be given back here. */
  const ours = new WeakSet<object>()

  return {
    async takeTries(allowances) {
      if (performance.now() >= restsUntil) {
        try {
          return await inTime(shared.takeTries(allowances), (late) => void ('taken' in late && shared.giveTriesBack(late.taken).catch(() => {})))
        } catch (error) {
          restsUntil = performance.now() + patience.rest
          failed(error)
        }
      }
      const taking = await own.takeTries(allowances)
      if ('taken' in taking) for (const one of taking.taken) ours.add(one)
      return taking
    },
    async giveTriesBack(taken) {
      await own.giveTriesBack(taken.filter((one) => ours.has(one)))
      const theirs = taken.filter((one) => !ours.has(one))
      // What cannot be given back is a try that is lost, until its time is over.
      if (theirs.length > 0) await shared.giveTriesBack(theirs).catch(failed)
    },
  }
}

/** The value, unless it takes too long; then whoever has to be told of it gets it when it comes. */
function inTime<Value>(coming: Promise<Value>, late: (value: Value) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      coming.then(late, () => {})
      reject(new Error(`no answer within ${patience.answer} ms`))
    }, patience.answer)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
