import type { ZodError } from 'zod'
import type { CheckedClient } from '../../upstream/checking.ts'
import type { EnrichmentDto, Lookup, trackService } from '../../upstream/track.ts'

/** Asks after an order's enrichment for all who wait for it: the service is asked once a second, however many they are. */
export interface EnrichmentWatch {
  /** Answers when all that concerns the caller is settled, when they will wait no longer, or when they have left. */
  settled(lookup: Lookup, patience: Patience): Promise<Watched>
}

/** How long somebody waits, and for what. */
export interface Patience {
  /** Milliseconds. */
  wait: number
  /** Answers of the service after which they wait no longer either; absent: as many as there are. */
  answers?: number | undefined
  left: AbortSignal
  /** What everybody calls the order, whatever they look it up by; absent: only who looks it up alike shares its answers. */
  order?: string | undefined
  /** Whether there is nothing more to wait for. */
  isSettled?: (answer: EnrichmentDto) => boolean
  /** Told what could not be understood of the answers, by one of all who wait and once. */
  leftOut?: ((fault: ZodError) => void) | undefined
}

/** What was answered. */
export interface Watched {
  answer: EnrichmentDto
  /** Nobody's answer is held back at the moment: they are too many. */
  crowded?: boolean
}

/** Milliseconds between two questions about one order. */
const interval = 1_000

interface Waiting {
  lookup: Lookup
  isSettled: (answer: EnrichmentDto) => boolean
  /** Answers yet to come, of which the last is taken whatever it says. */
  answers: number
  leftOut?: ((fault: ZodError) => void) | undefined
  end: (answer: EnrichmentDto) => void
  fail: (error: unknown) => void
}

/** A watch that ends all waiting once `closing` is aborted, and holds so many answers back at once, so that what waits has its bounds whoever asks. */
export function createEnrichmentWatch(track: CheckedClient<typeof trackService>, closing: AbortSignal, most = 10_000): EnrichmentWatch {
  const orders = new Map<string, ReturnType<typeof watchOrder>>()
  let held = 0
  closing.addEventListener('abort', () => {
    for (const { close } of orders.values()) close()
  })

  return {
    async settled(lookup, { wait, answers = Infinity, left, order, isSettled = ({ all_settled }) => all_settled, leftOut }) {
      const name = order === undefined ? JSON.stringify(lookup) : `order ${order}`
      const crowded = wait > 0 && held >= most
      let watched = orders.get(name)
      if (!watched) orders.set(name, (watched = watchOrder(track, () => orders.delete(name))))
      const patience = { wait: crowded || closing.aborted ? 0 : wait, answers, left, lookup, isSettled, leftOut }
      held += 1
      try {
        return { answer: await watched.join(patience), crowded }
      } finally {
        held -= 1
      }
    },
  }
}

interface Joining extends Pick<Waiting, 'lookup' | 'isSettled' | 'answers' | 'leftOut'> {
  wait: number
  left: AbortSignal
}

/** All who wait for one order. The service is asked as long as there are any; what it said last holds until it would be asked again. */
function watchOrder(track: CheckedClient<typeof trackService>, forget: () => void) {
  const waiting = new Set<Waiting>()
  let last: EnrichmentDto | undefined
  let began = false
  let asking = false
  let noted = false

  function note(fault: ZodError) {
    if (!noted) waiting.values().next().value?.leftOut?.(fault)
    noted = true
  }

  async function ask() {
    const asked = performance.now()
    asking = true
    try {
      const answer = await track.lookUpEnrichment(widest(waiting), { leftOut: note })
      last = answer
      for (const one of waiting) if (--one.answers < 1 || one.isSettled(answer)) one.end(answer)
    } catch (error) {
      last = undefined
      for (const one of waiting) one.fail(error)
    }
    asking = false
    setTimeout(() => (waiting.size > 0 ? void ask() : forget()), Math.max(0, asked + interval - performance.now()))
  }

  /** With what is known by now, or as soon as anything is. */
  function release(one: Waiting) {
    if (last) one.end(last)
    else one.answers = 1
  }

  return {
    join: ({ lookup, isSettled, wait, answers, left, leftOut }: Joining) =>
      new Promise<EnrichmentDto>((resolve, reject) => {
        const known = asking ? undefined : last
        if (known && (wait === 0 || isSettled(known))) return resolve(known)
        const end = (settle: () => void) => {
          clearTimeout(timer)
          left.removeEventListener('abort', letGo)
          waiting.delete(one)
          settle()
        }
        const one: Waiting = {
          lookup,
          isSettled,
          leftOut,
          answers: wait === 0 ? 1 : answers - (known ? 1 : 0),
          end: (answer) => end(() => resolve(answer)),
          fail: (error) => end(() => reject(error)),
        }
        const letGo = () => release(one)
        const timer = setTimeout(letGo, wait)
        left.addEventListener('abort', letGo)
        waiting.add(one)
        if (!began) void ask()
        began = true
      }),
    close: () => waiting.forEach(release),
  }
}

/** What looks up the most: a tracking number may tell of its own package alone. */
function widest(waiting: ReadonlySet<Waiting>): Lookup {
  let found: Lookup | undefined
  for (const { lookup } of waiting) {
    if (lookup.tracking_number === undefined) return lookup
    found ??= lookup
  }
  return found!
}
