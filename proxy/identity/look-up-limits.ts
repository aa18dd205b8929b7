import { createHmac, hkdfSync } from 'node:crypto'
import type { Allowance, Exhausted, TakenTry, TryCounts } from '../http/limit-store.ts'
import { Refusal } from '../http/problems.ts'
import { toNetworks } from '../http/network.ts'

/** Counts look-ups that miss, so that a caller cannot find an order by guessing. */
export interface Tries {
  /** Runs a look-up as a try, and gives the try back unless nothing is found. Rejects with `rate-limited` if too many tries have missed. */
  count<Found>(guess: Guess, lookUp: () => Promise<Found>): Promise<Found>
}

/** A caller that claims to know an order. */
export interface Guess {
  /** The address of the caller. */
  address: string
  /** The order number that they gave, in its normal form, whether such an order exists or not. */
  number: string
  /** The e-mail address that they gave with it, if any. */
  email?: string | undefined
  /** Called with headers that name the allowances, and how many tries are left of the caller’s own ones. */
  tell: (headers: Record<string, string>) => void
}

interface TriesParts {
  /** The most misses of an address, of an address with one number, of one number from anywhere, of one e-mail address from anywhere, and of an IPv6 site. */
  most: readonly [ofAddress: number, ofAddressAndNumber: number, ofNumber: number, ofEmail: number, ofSite: number]
  /** The secret of the digests under which addresses and numbers are counted, so that they are not stored themselves. */
  secret: Uint8Array
  counts: TryCounts
}

/** One minute in milliseconds. */
const minutes = 60_000
/** The caller and the order number, in the form in which they are counted. */
type Asked = Pick<Guess, 'number' | 'email'> & ReturnType<typeof toNetworks>

/** Each allowance: its name in the headers, its length, and what its misses are counted for; `isOwn` if they are only the caller’s own misses. */
const kinds: readonly { name: string; length: number; isOwn: boolean; whose: (asked: Asked) => string[] | undefined }[] = [
  { name: 'address', length: 10 * minutes, isOwn: true, whose: ({ network }) => [network] },
  { name: 'number', length: 60 * minutes, isOwn: true, whose: ({ network, number }) => [network, number] },
  { name: 'number-from-anywhere', length: 60 * minutes, isOwn: false, whose: ({ number }) => [number] },
  { name: 'email-from-anywhere', length: 60 * minutes, isOwn: false, whose: ({ email }) => (email === undefined ? undefined : [email.toLowerCase()]) },
  { name: 'site', length: 10 * minutes, isOwn: false, whose: ({ site }) => (site === undefined ? undefined : [site]) },
]

/** Creates tries with these limits, counted by `counts`. */
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
      /** Sends the headers for these allowances. A successful caller does not learn how often others have missed. */
      const tellLeft = (entries: readonly { name: string; left: number; wait: number }[]) => {
        const told = entries.map(({ name, left, wait }) => `"${kindOf(name).name}";r=${left};t=${toSeconds(wait)}`)
        tell({ 'RateLimit-Policy': policy, RateLimit: told.join(', ') })
      }

      const { taken, exhausted, done } = await inTurn(allowances)
      if (exhausted) {
        tellLeft(exhausted.map((one) => ({ ...one, left: 0 })))
        const retryAfter = Math.max(...exhausted.map(({ wait }) => toSeconds(wait)))
        throw new Refusal('rate-limited', 'There were too many tries. Try again later, or use the link in the confirmation.', { retryAfter })
      }
      const own = taken.filter(({ name }) => kindOf(name).isOwn)
      /** Gives the tries back in the background: this request does not wait for it, only the next requests do. */
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
 * Takes tries before the look-up, so that parallel requests cannot exceed a limit. If no try is left while look-ups of taken tries are still
 * running, the request waits for these: people who find their orders must not block each other.
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

  /** Lets the next request of each line try. If the last running request of a line got no try, all that wait in this line are refused. */
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
      // No running look-up could still give a try back.
      if (!line || others.includes(undefined)) return { exhausted }
      const none = await new Promise<Exhausted[] | undefined>((resolve) => line.waiting.push(resolve))
      if (none) return { exhausted: none }
    }
  }
}
