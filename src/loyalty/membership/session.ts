import { ResponseError, type Client } from '../../contract/client.ts'
import { loyalty, type Membership, type Session } from '../../contract/loyalty.ts'
import type { Problem } from '../../contract/problem.ts'
import { clientHeader, connect } from '../../proxy.ts'

type Api = Client<typeof loyalty>

/** How a page proves who is signed in. An address can be asked again and again, an assertion is good once. */
export interface Proof {
  assertion: string
  /** Empty if the page gave only an assertion. */
  url: string
  method: 'GET' | 'POST'
}

/** There is no session and no proof for a new one. */
export class SignedOut extends Error {}

interface Opened {
  api: Api
  renewAt: number
  membership: Membership
}

/** Who is signed in, as one proxy knows it. Kept in memory only; renewed with a new proof when nine tenths of its life are over. */
export class ShopperSession {
  #opened?: Opened
  #opening?: Promise<Opened>
  /** Whether a proof is needed that only the page can give. */
  lacksProof = false

  constructor(
    private readonly proxy: string,
    /** What the page gave as proof, if anything. */
    public proof?: Proof,
  ) {}

  /** Takes another proof of the same shopper. */
  offer(proof: Proof) {
    this.proof = proof
    this.#opened = undefined
    this.lacksProof = false
  }

  /** Milliseconds until the session is due for renewal, if there is one. */
  get due() {
    return this.#opened && this.#opened.renewAt - performance.now()
  }

  /** The membership, or some parts of it; `isWhole` where it came with a new session, which may be somebody else's. */
  async read(parts?: string): Promise<{ membership: Membership; isWhole: boolean }> {
    const before = this.#opened
    const { membership } = await this.#current()
    const isWhole = this.#opened !== before
    return { membership: isWhole ? membership : await this.call((api) => api.getMembership({ parts })), isWhole }
  }

  /** Asks as the shopper; where the session is not accepted, once more with a new one. */
  async call<T>(ask: (api: Api) => Promise<T>): Promise<T> {
    const opened = await this.#current()
    try {
      return await ask(opened.api)
    } catch (cause) {
      if (!isRefused(cause)) throw cause
      if (this.#opened === opened) this.#opened = undefined
      return ask((await this.#current()).api)
    }
  }

  /** Uses a session that an answer brought. */
  take({ token, expires_at, membership }: Session) {
    // The shopper's clock may be wrong by hours; a session lives for two at most, and renewing it more than once a minute helps nobody.
    const life = Math.min(Math.max(Date.parse(expires_at) - Date.now(), 6e4), 72e5)
    this.lacksProof = false
    return (this.#opened = {
      api: connect(loyalty, this.proxy, { ...clientHeader, Authorization: `Bearer ${token}` }),
      membership,
      renewAt: performance.now() + life * 0.9,
    })
  }

  async #current(): Promise<Opened> {
    const opened = this.#opened
    if (opened && performance.now() < opened.renewAt) return opened
    try {
      return await this.#open()
    } catch (cause) {
      // A session that is due for renewal is still valid for a while.
      if (!opened) throw cause
      opened.renewAt += 6e4
      return opened
    }
  }

  #open(): Promise<Opened> {
    return (this.#opening ??= this.#exchange().finally(() => (this.#opening = undefined)))
  }

  async #exchange(): Promise<Opened> {
    const proof = this.proof
    const given: Partial<Session & Proof> | undefined = proof?.url ? await askShop(proof) : proof
    let session = given as Session
    if (!given?.token) {
      if (!given?.assertion) {
        this.lacksProof = proof?.url === ''
        throw new SignedOut()
      }
      try {
        session = await connect(loyalty, this.proxy).openSession({ assertion: given.assertion })
      } catch (cause) {
        if (isRefused(cause)) given.assertion = ''
        throw cause
      }
      given.assertion = ''
    }
    return proof === this.proof ? this.take(session) : this.#exchange()
  }
}

const isRefused = (cause: unknown) => cause instanceof ResponseError && cause.status === 401

/** Asks the shop itself, whose answer is a session or an assertion; anything else, its page for signing in above all, is neither. */
async function askShop(proof: Pick<Proof, 'url' | 'method'>, attempts = 0): Promise<Partial<Session & Proof>> {
  const answer = await fetch(proof.url, {
    method: proof.method,
    mode: 'same-origin',
    cache: 'no-store',
    headers: { Accept: 'application/json' },
  })
  if (answer.status > 428) throw new TypeError()
  const given = (await answer.json().catch(() => ({}))) as Partial<Session & Proof & Problem>
  if (given.code !== 'assertion-refused' || attempts > 1) return given
  // Another tab has asked in the same second, with the same signature, which is good once: the next second has another.
  await new Promise((resolve) => setTimeout(resolve, 1_000 + Math.random() * 1_000))
  return askShop(proof, attempts + 1)
}
