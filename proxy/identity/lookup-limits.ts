import { createHmac, hkdfSync } from 'node:crypto'
import type { RateLimit, ExhaustedLimit, ConsumedAttempt, AttemptCounter } from '../http/attempt-counter.ts'
import { Refusal } from '../http/problems.ts'
import { toNetworks } from '../http/network.ts'

/** Limits look-ups that find nothing, so that a caller cannot find an order by guessing. */
export interface LookupLimits {
  /** Runs a look-up as an attempt that fails if nothing is found. Rejects with `rate-limited` if too many attempts have failed. */
  count<Found>(guess: LookupAttempt, lookUp: () => Promise<Found>): Promise<Found>
}

/** A caller that claims to know an order. */
export interface LookupAttempt {
  /** The address of the caller. */
  address: string
  /** The order number that they gave, in its normal form, whether such an order exists or not. */
  number: string
  /** The e-mail address that they gave with it, if any. */
  email?: string | undefined
  /** Called with headers that name the limits, and how many attempts are left of the caller’s own ones. */
  setHeaders: (headers: Record<string, string>) => void
}

interface LookupLimitParts {
  /** The most failed look-ups of an address, of an address with one number, of one number from anywhere, of one e-mail address from anywhere, and of an IPv6 site. */
  limits: readonly [ofAddress: number, ofAddressAndNumber: number, ofNumber: number, ofEmail: number, ofSite: number]
  /** The secret of the digests under which addresses and numbers are counted, so that they are not stored themselves. */
  secret: Uint8Array
  attemptCounter: AttemptCounter
  /** Look-ups of another purpose have counts of their own. */
  purpose?: string
}

/** One minute in milliseconds. */
const minutes = 60_000
/** The caller and the order number, in the form in which they are counted. */
type CountedAttempt = Pick<LookupAttempt, 'number' | 'email'> & ReturnType<typeof toNetworks>

/** Each limit: its name in the headers, its window, and what its failed look-ups are counted for; `isOwn` if they are only the caller’s own. */
const kinds: readonly { name: string; window: number; isOwn: boolean; whose: (asked: CountedAttempt) => string[] | undefined }[] = [
  { name: 'address', window: 10 * minutes, isOwn: true, whose: ({ network }) => [network] },
  { name: 'number', window: 60 * minutes, isOwn: true, whose: ({ network, number }) => [network, number] },
  { name: 'number-from-anywhere', window: 60 * minutes, isOwn: false, whose: ({ number }) => [number] },
  { name: 'email-from-anywhere', window: 60 * minutes, isOwn: false, whose: ({ email }) => (email === undefined ? undefined : [email.toLowerCase()]) },
  { name: 'site', window: 10 * minutes, isOwn: false, whose: ({ site }) => (site === undefined ? undefined : [site]) },
]

/** Creates the limits of look-ups. */
export function createLookupLimits({ limits, secret, attemptCounter, purpose }: LookupLimitParts): LookupLimits {
  // The label keeps its first name: with another one, counts that are stored would be lost.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'storefront-tries', 32))
  const nameOf = (...parts: string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify(purpose === undefined ? parts : [purpose, ...parts]))
      .digest('base64url')
  const bounded = kinds.map((kind, index) => ({ ...kind, limit: limits[index]! }))
  const policy = bounded.map((kind) => `"${kind.name}";q=${kind.limit};w=${kind.window / 1000}`).join(', ')
  const consume = consumeInTurn(attemptCounter)

  return {
    async count({ address, number, email, setHeaders }, lookUp) {
      const attempt = { ...toNetworks(address), number, email }
      const counted = bounded.flatMap((kind) => {
        const whose = kind.whose(attempt)
        return whose ? [{ ...kind, digest: nameOf(kind.name, ...whose) }] : []
      })
      const kindOf = (digest: string) => counted.find((kind) => kind.digest === digest)!
      /** Sends the headers for these limits. A successful caller does not learn how often others have failed. */
      const sendRemaining = (entries: readonly { name: string; remaining: number; resetsIn: number }[]) => {
        const values = entries.map(({ name, remaining, resetsIn }) => `"${kindOf(name).name}";r=${remaining};t=${toSeconds(resetsIn)}`)
        setHeaders({ 'RateLimit-Policy': policy, RateLimit: values.join(', ') })
      }

      const { consumed, exhausted, done } = await consume(counted.map(({ digest, limit, window }): RateLimit => ({ name: digest, limit, window })))
      if (exhausted) {
        sendRemaining(exhausted.map((one) => ({ ...one, remaining: 0 })))
        const retryAfter = Math.max(...exhausted.map(({ resetsIn }) => toSeconds(resetsIn)))
        throw new Refusal('rate-limited', 'There were too many attempts. Try again later, or use the link in the confirmation.', { retryAfter })
      }
      const own = consumed.filter(({ name }) => kindOf(name).isOwn)
      /** Releases the attempt in the background: this request does not wait for it, only the next requests do. */
      const release = () => {
        sendRemaining(own.map((one) => ({ ...one, remaining: one.remaining + 1 })))
        void attemptCounter.releaseAttempts(consumed).finally(done)
      }
      try {
        const found = await lookUp()
        release()
        return found
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'not-found')) release()
        else {
          sendRemaining(own)
          done()
        }
        throw error
      }
    },
  }
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

type Admission =
  | { consumed: ConsumedAttempt[]; exhausted?: undefined; done: () => void }
  | { exhausted: ExhaustedLimit[]; consumed?: undefined; done?: undefined }

/** The look-ups that are counted against one limit: how many run, and those that wait for one of them to succeed. */
interface Line {
  running: number
  waiting: ((exhausted?: ExhaustedLimit[]) => void)[]
}

/**
 * Counts attempts before the look-up, so that parallel requests cannot exceed a limit. If no attempt is left while counted look-ups are still
 * running, the request waits for these: people who find their orders must not block each other.
 */
function consumeInTurn(counter: AttemptCounter): (limits: readonly RateLimit[]) => Promise<Admission> {
  const lines = new Map<string, Line>()

  function enter(names: readonly string[]) {
    for (const name of names) {
      const line = lines.get(name) ?? { running: 0, waiting: [] }
      line.running += 1
      lines.set(name, line)
    }
  }

  /** Lets the next request of each line continue. If the last running request of a line was not admitted, all that wait in this line are refused. */
  function leave(names: readonly string[], exhausted?: readonly ExhaustedLimit[]) {
    for (const name of names) {
      const line = lines.get(name)!
      line.running -= 1
      const none = exhausted?.filter((one) => one.name === name) ?? []
      if (line.running === 0 && none.length > 0) for (const refuse of line.waiting.splice(0)) refuse(none)
      else if (line.running === 0 || !exhausted) line.waiting.shift()?.()
      if (line.running === 0 && line.waiting.length === 0) lines.delete(name)
    }
  }

  return async (limits) => {
    const names = limits.map(({ name }) => name)
    for (;;) {
      enter(names)
      const result = await counter.consumeAttempts(limits).catch((error: unknown) => {
        leave(names)
        throw error
      })
      if ('consumed' in result) return { consumed: result.consumed, done: () => leave(names) }
      const { exhausted } = result
      leave(names, exhausted)
      const [line, ...others] = exhausted.map(({ name }) => lines.get(name))
      // No running look-up could still release an attempt.
      if (!line || others.includes(undefined)) return { exhausted }
      const none = await new Promise<ExhaustedLimit[] | undefined>((resolve) => line.waiting.push(resolve))
      if (none) return { exhausted: none }
    }
  }
}
