import type { ZodError } from 'zod'
import type { CheckedClient } from '../../upstream/checked-client.ts'
import type { EnrichmentDto, Lookup, trackService } from '../../upstream/track.ts'

/** Polls an order's enrichment for all callers that wait for it: one request per second to the service, however many callers there are. */
export interface EnrichmentPoller {
  /** Resolves when everything that concerns the caller is settled, when the wait is over, or when the caller has left. */
  settled(lookup: Lookup, options: WaitOptions): Promise<PollResult>
}

/** How long a caller waits, and for what. */
interface WaitOptions {
  /** Milliseconds. */
  wait: number
  /** Responses of the service after which the wait ends; absent: no limit. */
  answers?: number | undefined
  disconnected: AbortSignal
  /** The name of the order, the same for every kind of look-up; absent: only callers with an equal look-up share responses. */
  order?: string | undefined
  /** Whether this response ends the wait. */
  isSettled?: (answer: EnrichmentDto) => boolean
  /** Called once, for one of the waiting callers, with the parts of the responses that could not be understood. */
  onLeftOut?: ((fault: ZodError) => void) | undefined
}

/** The response, and how it was waited for. */
interface PollResult {
  answer: EnrichmentDto
  /** No response is held back at the moment, because too many callers wait. */
  crowded?: boolean
}

/** Milliseconds between two requests about one order. */
const interval = 1_000

interface Waiting {
  lookup: Lookup
  isSettled: (answer: EnrichmentDto) => boolean
  /** Responses still to come; the last one ends the wait, whatever it says. */
  answers: number
  onLeftOut?: ((fault: ZodError) => void) | undefined
  end: (answer: EnrichmentDto) => void
  fail: (error: unknown) => void
}

/** Creates a watch. It ends all waits when `closing` is aborted. At most `most` callers wait at once, which bounds the memory for any number of callers. */
export function createEnrichmentPoller(track: CheckedClient<typeof trackService>, closing: AbortSignal, most = 10_000): EnrichmentPoller {
  const orders = new Map<string, ReturnType<typeof watchOrder>>()
  let held = 0
  closing.addEventListener('abort', () => {
    for (const { close } of orders.values()) close()
  })

  return {
    async settled(lookup, { wait, answers = Infinity, disconnected, order, isSettled = ({ all_settled }) => all_settled, onLeftOut }) {
      const name = order === undefined ? JSON.stringify(lookup) : `order ${order}`
      const crowded = wait > 0 && held >= most
      let watched = orders.get(name)
      if (!watched) orders.set(name, (watched = watchOrder(track, () => orders.delete(name))))
      const joining = { wait: crowded || closing.aborted ? 0 : wait, answers, disconnected, lookup, isSettled, onLeftOut }
      held += 1
      try {
        return { answer: await watched.join(joining), crowded }
      } finally {
        held -= 1
      }
    },
  }
}

interface Joining extends Pick<Waiting, 'lookup' | 'isSettled' | 'answers' | 'onLeftOut'> {
  wait: number
  disconnected: AbortSignal
}

/** All callers that wait for one order. Requests the service while there are any; the last response is valid until the next request is due. */
function watchOrder(track: CheckedClient<typeof trackService>, forget: () => void) {
  const waiting = new Set<Waiting>()
  let last: EnrichmentDto | undefined
  let began = false
  let asking = false
  let noted = false

  function note(fault: ZodError) {
    if (!noted) waiting.values().next().value?.onLeftOut?.(fault)
    noted = true
  }

  async function ask() {
    const asked = performance.now()
    asking = true
    try {
      const answer = await track.lookUpEnrichment(widest(waiting), { onLeftOut: note })
      last = answer
      for (const one of waiting) if (--one.answers < 1 || one.isSettled(answer)) one.end(answer)
    } catch (error) {
      last = undefined
      for (const one of waiting) one.fail(error)
    }
    asking = false
    setTimeout(() => (waiting.size > 0 ? void ask() : forget()), Math.max(0, asked + interval - performance.now()))
  }

  /** Ends a wait with the last response, or with the next one if there is none yet. */
  function release(one: Waiting) {
    if (last) one.end(last)
    else one.answers = 1
  }

  return {
    join: ({ lookup, isSettled, wait, answers, disconnected, onLeftOut }: Joining) =>
      new Promise<EnrichmentDto>((resolve, reject) => {
        const known = asking ? undefined : last
        if (known && (wait === 0 || isSettled(known))) return resolve(known)
        const end = (settle: () => void) => {
          clearTimeout(timer)
          disconnected.removeEventListener('abort', letGo)
          waiting.delete(one)
          settle()
        }
        const one: Waiting = {
          lookup,
          isSettled,
          onLeftOut,
          answers: wait === 0 ? 1 : answers - (known ? 1 : 0),
          end: (answer) => end(() => resolve(answer)),
          fail: (error) => end(() => reject(error)),
        }
        const letGo = () => release(one)
        const timer = setTimeout(letGo, wait)
        disconnected.addEventListener('abort', letGo)
        waiting.add(one)
        if (!began) void ask()
        began = true
      }),
    close: () => waiting.forEach(release),
  }
}

/** The look-up that finds most: a look-up by tracking number may find only its own package. */
function widest(waiting: ReadonlySet<Waiting>): Lookup {
  let found: Lookup | undefined
  for (const { lookup } of waiting) {
    if (lookup.tracking_number === undefined) return lookup
    found ??= lookup
  }
  return found!
}
