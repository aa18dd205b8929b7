/** Runs several jobs at once; jobs with the same ordering key run one after another. */
export interface ConcurrencyLimit {
  /** Adds a job; resolves when there is room for more. */
  add(orderingKey: string | undefined, job: () => Promise<void>): Promise<void>
  /** Resolves when all jobs are done; rejects with the first failure. */
  done(): Promise<void>
}

/** Jobs that wait in one lane before `add` waits as well. */
const maxWaiting = 8

/** Runs at most `count` jobs at once, each in one of `count` lanes. An ordering key always leads to the same lane. */
export function limitConcurrency(count: number): ConcurrencyLimit {
  const lanes = Array.from({ length: count }, () => ({ waiting: 0, tail: Promise.resolve() }))
  return {
    async add(orderingKey, job) {
      const lane = orderingKey === undefined ? lanes.reduce((least, one) => (one.waiting < least.waiting ? one : least)) : lanes[laneOf(orderingKey, count)]!
      lane.waiting += 1
      lane.tail = lane.tail.then(job).finally(() => (lane.waiting -= 1))
      // done() reports failures.
      const room = lane.tail.catch(() => {})
      if (lane.waiting >= maxWaiting) await room
    },
    done: async () => void (await Promise.all(lanes.map(({ tail }) => tail))),
  }
}

function laneOf(orderingKey: string, count: number): number {
  let sum = 0
  for (const character of orderingKey) sum = (sum * 31 + character.codePointAt(0)!) % 1_000_003
  return sum % count
}
