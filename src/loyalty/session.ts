import { ResponseError, type Client } from '../contract/client.ts'
import { loyalty, type Membership, type Session } from '../contract/loyalty.ts'
import { clientHeader, connect } from '../proxy.ts'

type Api = Client<typeof loyalty>

/** How a page proves who is signed in. The addresses can be asked again and again, an assertion is good once. */
export interface Proof {
  assertion: string
  assertionUrl: string
  sessionUrl: string
}

/** Nobody is signed in, or nobody can prove it any more. */
export class SignedOut extends Error {}

interface Opened {
  api: Api
  renewAt: number
  membership: Membership
}

/** Who is signed in, as one proxy knows it. Kept in memory only; renewed with a new proof when nine tenths of its life are over. */
export class ShopperSession {
  #proof: Proof = { assertion: '', assertionUrl: '', sessionUrl: '' }
  #opened?: Opened
  #opening?: Promise<Opened>
  #warned = true

  constructor(
    private readonly proxy: string,
    /** Called once for each session, when only the page can give the next proof. */
    private readonly onExpiring: () => void,
  ) {}

  /** Takes what a page gives as proof; answers `same` where there is nothing new in it, `moved` where it may prove somebody else. */
  offer({ assertion, assertionUrl, sessionUrl }: Proof): 'same' | 'renewed' | 'moved' {
    const known = this.#proof
    const next = { assertion, assertionUrl: assertionUrl || known.assertionUrl, sessionUrl: sessionUrl || known.sessionUrl }
    const moved = next.assertionUrl !== known.assertionUrl || next.sessionUrl !== known.sessionUrl
    if (!assertion && !moved) return 'same'
    this.#proof = next
    this.#opened = this.#opening = undefined
    return moved ? 'moved' : 'renewed'
  }

  /** Milliseconds until the session is due for renewal, if there is one. */
  get due() {
    return this.#opened && Math.max(this.#opened.renewAt - performance.now(), 0)
  }

  /** The membership, or some parts of it; `whole` where it came with a new session, which may be somebody else's. */
  async read(parts?: string): Promise<{ membership: Membership; whole: boolean }> {
    const before = this.#opened
    const { membership } = await this.#current()
    if (this.#opened !== before) return { membership, whole: true }
    return { membership: await this.call((api) => api.getMembership({ parts })), whole: false }
  }

  /** Asks as the shopper; where the session is not accepted, once more with a new one. */
  async call<T>(ask: (api: Api) => Promise<T>): Promise<T> {
    const opened = await this.#current()
    try {
      return await ask(opened.api)
    } catch (cause) {
      if (!(cause instanceof ResponseError) || cause.status !== 401) throw cause
      if (this.#opened === opened) this.#opened = undefined
      return ask((await this.#current()).api)
    }
  }

  /** Uses a session that an answer brought. */
  take({ token, expires_at, membership }: Session) {
    // The shopper's clock may be wrong by hours; a session lives for two at most, and renewing it more than once a minute helps nobody.
    const life = Math.min(Math.max(Date.parse(expires_at) - Date.now(), 60_000), 7_200_000)
    this.#warned = false
    const api = connect(loyalty, this.proxy, { ...clientHeader, Authorization: `Bearer ${token}` })
    return (this.#opened = { api, membership, renewAt: performance.now() + life * 0.9 })
  }

  async #current(): Promise<Opened> {
    const opened = this.#opened
    if (opened && performance.now() < opened.renewAt) return opened
    try {
      return await this.#open()
    } catch (cause) {
      // Due is not over: the session still lives for a while. Whether it does the next call tells.
      if (!opened) throw cause
      opened.renewAt = performance.now() + 60_000
      return opened
    }
  }

  #open(): Promise<Opened> {
    const proof = this.#proof
    const opening = (this.#opening ??= this.#exchange(proof)
      .then((session) => (proof === this.#proof ? this.take(session) : this.#open()))
      .finally(() => {
        if (this.#opening === opening) this.#opening = undefined
      }))
    return opening
  }

  async #exchange(proof: Proof): Promise<Session> {
    const { assertion, assertionUrl, sessionUrl } = proof
    if (sessionUrl && !assertion) return askShop<Session>(sessionUrl, 'POST')
    const proven = assertion || (assertionUrl && (await askShop<{ assertion?: string }>(assertionUrl, 'GET')).assertion)
    if (!proven) {
      if (!this.#warned) this.onExpiring()
      this.#warned = true
      throw new SignedOut()
    }
    try {
      const session = await connect(loyalty, this.proxy).openSession({ assertion: proven })
      proof.assertion = ''
      return session
    } catch (cause) {
      if (!(cause instanceof ResponseError) || cause.status !== 401) throw cause
      proof.assertion = ''
      if (assertion && (assertionUrl || sessionUrl)) return this.#exchange(proof)
      throw new SignedOut(undefined, { cause })
    }
  }
}

/** Asks the shop itself; what is not JSON is its page for signing in. */
async function askShop<T>(url: string, method: 'GET' | 'POST'): Promise<T> {
  const answer = await fetch(url, { method, mode: 'same-origin', cache: 'no-store', headers: { Accept: 'application/json', ...clientHeader } })
  if (answer.status >= 500 || answer.status === 429) throw new ResponseError(answer.status, {}, `${method} of the shop`)
  if (!answer.ok || !answer.headers.get('Content-Type')?.includes('json')) throw new SignedOut()
  return (await answer.json()) as T
}
