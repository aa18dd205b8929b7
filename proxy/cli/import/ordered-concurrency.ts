/** Jobs that may be done side by side, but for those about the same thing, which keep their order. */
interface Lanes {
  /** Adds a job; resolves when there is room for more. */
  add(about: string | undefined, job: () => Promise<void>): Promise<void>
  /** Resolves when all is done; rejects with the first failure. */
  done(): Promise<void>
}

/** How many jobs wait in a lane. */
const ahead = 8

/** So many tasks at once. What is about the same thing is done in the same lane, one after another. */
export function openLanes(count: number): Lanes {
  const lanes = Array.from({ length: count }, () => ({ waiting: 0, tail: Promise.resolve() }))
  return {
    async add(about, job) {
      const lane = about === undefined ? lanes.reduce((least, one) => (one.waiting < least.waiting ? one : least)) : lanes[placeOf(about, count)]!
      lane.waiting += 1
      lane.tail = lane.tail.then(job).finally(() => (lane.waiting -= 1))
      // Failures are told by done().
      const room = lane.tail.catch(() => {})
      if (lane.waiting >= ahead) await room
    },
    done: async () => void (await Promise.all(lanes.map(({ tail }) => tail))),
  }
}

function placeOf(about: string, count: number): number {
  let sum = 0
  for (const character of about) sum = (sum * 31 + character.codePointAt(0)!) % 1_000_003
  return sum % count
}
