import { createHmac, hkdfSync } from 'node:crypto'
import type { Allowance, Exhausted, TakenTry, TryCounts } from '../http/limit-store.ts'
import { Refusal } from '../http/problems.ts'
import { toNetworks } from '../http/network.ts'

/** Counts look-ups that miss, so that nobody can guess their way to an order. */
export interface Tries {
  /** Runs a look-up as a try; one that finds something is given back. Rejects with `rate-limited` when too many have missed. */
  count<Found>(guess: Guess, lookUp: () => Promise<Found>): Promise<Found>
}

/** Somebody who says that they know an order. */
export interface Guess {
  /** Where they ask from. */
  address: string
  /** The number that they gave, in the one way in which all write it that mean it, be there such an order or not. */
  number: string
  /** The e-mail address that they gave with it, if any. */
  email?: string | undefined
  /** Told which allowances there are, and what is left of those that are theirs alone. */
  tell: (headers: Record<string, string>) => void
}

interface TriesParts {
  /** Misses of an address, of an address with one number, with one number whoever asks, with one e-mail address whoever asks, and of an IPv6 site. */
  most: readonly [ofAddress: number, ofAddressAndNumber: number, ofNumber: number, ofEmail: number, ofSite: number]
  /** Keeps addresses and numbers from standing where they are counted. */
  secret: Uint8Array
  counts: TryCounts
}

/** Milliseconds. */
const minutes = 60_000
/** Who asks for which order, as it is counted. */
type Asked = Pick<Guess, 'number' | 'email'> & ReturnType<typeof toNetworks>

/** Each allowance: what it is called in the answer's headers, how long it is for, and whose misses it counts; `isOwn` where those are the asker's alone. */
const kinds: readonly { name: string; length: number; isOwn: boolean; whose: (asked: Asked) => string[] | undefined }[] = [
  { name: 'address', length: 10 * minutes, isOwn: true, whose: ({ network }) => [network] },
  { name: 'number', length: 60 * minutes, isOwn: true, whose: ({ network, number }) => [network, number] },
  { name: 'number-from-anywhere', length: 60 * minutes, isOwn: false, whose: ({ number }) => [number] },
  { name: 'email-from-anywhere', length: 60 * minutes, isOwn: false, whose: ({ email }) => (email === undefined ? undefined : [email.toLowerCase()]) },
  { name: 'site', length: 10 * minutes, isOwn: false, whose: ({ site }) => (site === undefined ? undefined : [site]) },
]

/** Tries of this many, as counted there. */
export function createTries({ most, secret, counts }: TriesParts): Tries {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'storefront-tries', 32))
  const nameOf = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  const bounded = kinds.map((kind, index) => ({ ...kind, most: most[index]! }))
  const policy = bounded.map((kind) => `"${kind.name}";q=${kind.most};w=${kind.length / 1000}`).join(', ')
  const inTurn = takeInTurn(counts)

  return {
    async count({ address, number, email, tell }, lookUp) {
      const asked = { ...toNetworks(address), number, email }
      const counted = bounded.flatMap((kind) => {
        const whose = kind.whose(asked)
        return whose ? [{ ...kind, digest: nameOf(kind.name, ...whose) }] : []
      })
      const kindOf = (digest: string) => counted.find((kind) => kind.digest === digest)!
      const allowances = counted.map((kind): Allowance => ({ name: kind.digest, most: kind.most, length: kind.length }))
      /** What others have missed with a number is nobody's business. */
      const tellLeft = (entries: readonly { name: string; left: number; wait: number }[]) => {
        const told = entries.map(({ name, left, wait }) => `"${kindOf(name).name}";r=${left};t=${toSeconds(wait)}`)
        tell({ 'RateLimit-Policy': policy, RateLimit: told.join(', ') })
      }

      const { taken, exhausted, done } = await inTurn(allowances)
      if (exhausted) {
        tellLeft(exhausted.map((one) => ({ ...one, left: 0 })))
        const retryAfter = Math.max(...exhausted.map(({ wait }) => toSeconds(wait)))
        throw new Refusal('rate-limited', 'There were too many tries. Wait a while, or use the link in the confirmation.', { retryAfter })
      }
      const own = taken.filter(({ name }) => kindOf(name).isOwn)
      /** Nobody is kept waiting for it but those who are next. */
      const giveBack = () => {
        tellLeft(own.map((one) => ({ ...one, left: one.left + 1 })))
        void counts.giveTriesBack(taken).finally(done)
      }
      try {
        const found = await lookUp()
        giveBack()
        return found
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'not-found')) giveBack()
        else {
          tellLeft(own)
          done()
        }
        throw error
      }
    },
  }
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

type Turn = { taken: TakenTry[]; exhausted?: undefined; done: () => void } | { exhausted: Exhausted[]; taken?: undefined; done?: undefined }

/**
 * Takes tries before it is known whether they miss, so that many at once cannot slip through. Whoever finds none left while others that
 * were taken are still being looked up waits for those: people who do find their orders must not keep each other from it.
 */
function takeInTurn(counts: TryCounts): (allowances: readonly Allowance[]) => Promise<Turn> {
  const lines = new Map<string, { underWay: number; waiting: ((exhausted?: Exhausted[]) => void)[] }>()

  function enter(names: readonly string[]) {
    for (const name of names) {
      const line = lines.get(name) ?? { underWay: 0, waiting: [] }
      line.underWay += 1
      lines.set(name, line)
    }
  }

  /** Lets the next one of each line try; where somebody leaves who got none and was the last, all of the line are told that there are none. */
  function leave(names: readonly string[], exhausted?: readonly Exhausted[]) {
    for (const name of names) {
      const line = lines.get(name)!
      line.underWay -= 1
      const none = exhausted?.filter((one) => one.name === name) ?? []
      if (line.underWay === 0 && none.length > 0) for (const tell of line.waiting.splice(0)) tell(none)
      else if (line.underWay === 0 || !exhausted) line.waiting.shift()?.()
      if (line.underWay === 0 && line.waiting.length === 0) lines.delete(name)
    }
  }

  return async (allowances) => {
    const names = allowances.map(({ name }) => name)
    for (;;) {
      enter(names)
      const taking = await counts.takeTries(allowances).catch((error: unknown) => {
        leave(names)
        throw error
      })
      if ('taken' in taking) return { taken: taking.taken, done: () => leave(names) }
      const { exhausted } = taking
      leave(names, exhausted)
      const [line, ...others] = exhausted.map(({ name }) => lines.get(name))
      // Nothing that could still turn out to be no miss.
      if (!line || others.includes(undefined)) return { exhausted }
      const none = await new Promise<Exhausted[] | undefined>((resolve) => line.waiting.push(resolve))
      if (none) return { exhausted: none }
    }
  }
}
