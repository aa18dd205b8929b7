/** Runs several jobs at once; jobs with the same ordering key run one after another. */
export interface ConcurrencyLimit {
  /** Adds a job; resolves when another job can be added. */
  add(orderingKey: string | undefined, job: () => Promise<void>): Promise<void>
  /** Resolves when all jobs are done; rejects with the first failure. */
  done(): Promise<void>
}

/** Jobs that wait in one sequence before `add` waits as well. */
const maxWaiting = 8

/** Runs at most `count` jobs at once, in `count` sequences. The same ordering key always leads to the same sequence. */
export function limitConcurrency(count: number): ConcurrencyLimit {
  const sequences = Array.from({ length: count }, () => ({ waiting: 0, tail: Promise.resolve() }))
  return {
    async add(orderingKey, job) {
      const sequence =
        orderingKey === undefined ? sequences.reduce((least, one) => (one.waiting < least.waiting ? one : least)) : sequences[sequenceOf(orderingKey, count)]!
      sequence.waiting += 1
      sequence.tail = sequence.tail.then(job).finally(() => (sequence.waiting -= 1))
      // done() reports failures.
      const settled = sequence.tail.catch(() => {})
      if (sequence.waiting >= maxWaiting) await settled
    },
    done: async () => void (await Promise.all(sequences.map(({ tail }) => tail))),
  }
}

function sequenceOf(orderingKey: string, count: number): number {
  let sum = 0
  for (const character of orderingKey) sum = (sum * 31 + character.codePointAt(0)!) % 1_000_003
  return sum % count
}
