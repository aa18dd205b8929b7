import { LRUCache } from 'lru-cache'
import type { Taking, TryCounts } from './limit-store.ts'

/** The most names that are counted at the same time, to limit the memory if a caller uses more and more addresses. */
const most = 150_000

/** Creates counts in the memory of this process, by the monotonic clock: no step of the wall clock ends or lengthens a limit. */
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

/** Milliseconds: how long a look-up waits for the shared store, and how long the store is not used after it took longer or failed. */
const patience = { answer: 3_000, rest: 10_000 }

/** Creates counts in the store that all instances share, and in the memory of this process while that store does not respond. */
export function countTogether(shared: TryCounts, failed: (error: unknown) => void): TryCounts {
  const own = countInMemory()
  let restsUntil = 0
  /** The tries that were taken in memory, and are given back there. */
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
      // If a try cannot be given back, it stays counted until its round ends.
      if (theirs.length > 0) await shared.giveTriesBack(theirs).catch(failed)
    },
  }
}

/** Resolves to the value, or rejects if it takes too long; then `late` receives the value when it comes. */
function inTime<Value>(coming: Promise<Value>, late: (value: Value) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      coming.then(late, () => {})
      reject(new Error(`no answer within ${patience.answer} ms`))
    }, patience.answer)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
