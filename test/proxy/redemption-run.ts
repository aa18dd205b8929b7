import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { createClient, ResponseError } from '../../src/contract/client.ts'
import { loyalty, type Redemption } from '../../src/contract/loyalty.ts'
import { admin } from '../loyalty-webhooks/hooked-stack.ts'
import { createChance } from '../jobs/kill-chance.ts'
import { processSettings, startProxies } from '../jobs/kill-proxies.ts'
import { startFailingServices } from '../jobs/kill-services.ts'
import { shortWaiting } from './short-waiting-command.ts'

interface RunOptions {
  redemptions: number
  kills: number
  proxies: number
  /** The PostgreSQL that the proxies share; absent: the embedded store of one proxy. */
  databaseUrl?: string
  seed: number
}

/** The result of a run. */
export interface RunFindings {
  /** All faults; empty if there are none. */
  faults: string[]
  kills: number
  settled: number
  unknown: number
  /** Failed requests that a shopper repeated. */
  refusals: number
  failedBefore: number
  failedAfter: number
}

/**
 * Milliseconds: after `outcome`, an outcome is unknown; `step` is the longest time of a step. The time of the store may run a quarter faster or slower than
 * the clock of this run (`proxy/store/clock.ts`): in `slack` it covers what is missing of `outcome`.
 */
const times = { outcome: 4_000, step: 2_000, slack: 1_500 }
/** The most members who redeem at once, and the least redemptions of each; few enough for one read of the ledger and for the limits. */
const crowd = 40
const least = 3
/** Cents: the balance of each member, and the amounts that they redeem repeatedly, so that only the time distinguishes equal redemptions. */
const balance = 500_000
const amounts = [101, 102]
const origin = 'http://127.0.0.1'

/** A redemption as its shopper saw it last. Times are by the clock of this run, which the services have too. */
interface Seen {
  redemption: Redemption
  /** The time before the shopper asked for it. */
  asked: number
  /** The time when the shopper saw that it was settled; absent before that. */
  settled?: number
}

/**
 * Members redeem the same amounts again and again, by double clicks and in two tabs, while the service drops connections before
 * and after effects and proxies are killed and started again. Then the responses to shoppers are compared with what the service did.
 */
export async function runRedemptions({ redemptions, kills, proxies: howMany, databaseUrl, seed }: RunOptions): Promise<RunFindings> {
  const chance = createChance(seed)
  const services = await startFailingServices(createChance(seed + 1))
  const folder = await mkdtemp(join(tmpdir(), 'storefront-redeem-'))
  const settings: Record<string, string> = {
    ...processSettings(services.address, folder, databaseUrl),
    ALLOWED_ORIGINS: origin,
    TEST_REDEMPTION_TIMES: `${times.outcome},${times.step}`,
  }
  const { proxies, until } = await startProxies(howMany, settings, shortWaiting)
  const faults: string[] = []
  const found: RunFindings = { faults, kills: 0, settled: 0, unknown: 0, refusals: 0, failedBefore: 0, failedAfter: 0 }
  let happened = () => {}
  services.heard = () => happened()

  /** Returns a client of one running proxy, as a page of the shop uses it. */
  async function browser(token?: string) {
    await until(() => proxies.some(({ address }) => address))
    const { address } = chance.one(proxies.filter((proxy) => proxy.address))
    return createClient(loyalty, {
      baseUrl: address!,
      headers: { Origin: origin, 'X-Storefront-Client': '1', ...(token && { Authorization: `Bearer ${token}` }) },
    })
  }

  /** Repeats a request until it succeeds. */
  async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (error instanceof ResponseError && ['idempotency-mismatch', 'invalid-value'].includes(String(error.problem.code))) throw error
        found.refusals += 1
        await pause(50)
      }
    }
  }

  async function signIn(customer: string): Promise<string> {
    const [kid, secret] = settings.ASSERTION_KEYS!.split(':') as [string, string]
    const { token } = await insist(async () => {
      const now = Math.floor(Date.now() / 1000)
      const assertion = await new SignJWT({ iss: origin, aud: settings.PUBLIC_URL, sub: customer, iat: now, exp: now + 120, jti: randomUUID() })
        .setProtectedHeader({ alg: 'HS256', typ: 'storefront-assertion+jwt', kid })
        .sign(Buffer.from(secret, 'base64url'))
      return (await browser()).openSession({ assertion })
    })
    return token
  }

  const ofOneMember = Math.max(least, Math.ceil(redemptions / crowd))
  const members = Array.from({ length: Math.ceil(redemptions / ofOneMember) }, (_, index) => ({
    customer: String(9_000 + index),
    count: Math.min(ofOneMember, redemptions - index * ofOneMember),
    token: '',
    /** The redemptions by id. */
    seen: new Map<string, Seen>(),
  }))
  type Shopper = (typeof members)[number]

  async function redeem(shopper: Shopper, cents: number, key: string) {
    try {
      return await (await browser(shopper.token)).redeemCredits({ amount: { cents, currency: 'USD' } }, { headers: { 'Idempotency-Key': key } })
    } catch (error) {
      // If the service fails with 401, the proxy says that the shopper is not a member, or that the session has expired.
      if (error instanceof ResponseError && ['session-expired', 'not-eligible'].includes(String(error.problem.code)))
        shopper.token = await signIn(shopper.customer)
      throw error
    }
  }

  /** Requests a redemption, repeatedly until it is accepted. */
  async function press(shopper: Shopper, cents: number, key: string): Promise<Seen> {
    const asked = Date.now()
    return { redemption: await insist(() => redeem(shopper, cents, key)), asked }
  }

  /** Reads a redemption until it is no longer pending. */
  async function follow(shopper: Shopper, { redemption: { id }, asked }: Seen) {
    const latest = Date.now() + times.outcome + times.slack
    for (;;) {
      const before = Date.now()
      const redemption = await insist(async () => (await browser(shopper.token)).getRedemption({ id }))
      const { state } = redemption
      if (state === 'pending' && before > latest) faults.push(`${id} is pending ${before - latest} ms beyond its deadline`)
      if (state === 'unknown' && Date.now() < asked + times.outcome - times.slack) faults.push(`${id} is unknown before its deadline`)
      shopper.seen.set(id, { redemption, asked, ...(state === 'settled' && { settled: Date.now() }) })
      if (state !== 'pending') return
      await pause(50)
    }
  }

  async function shop(shopper: Shopper) {
    for (let count = 0; count < shopper.count; count += 1) {
      const key = randomUUID()
      const cents = chance.one(amounts)
      const click = () => press(shopper, cents, key)
      // The other tab redeems with its own key, the same amount or another one: it conflicts, or comes first.
      const [inOtherTab, otherKey] = [chance.one(amounts), randomUUID()]
      const other = chance.happens(0.3) ? press(shopper, inOtherTab, otherKey) : undefined
      // A third tab meanwhile reads the previous redemption, by a ledger that may already show the one that is being sent.
      const last = [...shopper.seen.keys()].at(-1)
      const looked = last && insist(async () => (await browser(shopper.token)).getRedemption({ id: last }))
      const answers = await Promise.all(chance.happens(0.5) ? [click(), click()] : [click()])
      if (new Set(answers.map(({ redemption }) => JSON.stringify(redemption))).size > 1) faults.push(`one key was answered ${JSON.stringify(answers)}`)
      await looked
      await follow(shopper, answers[0])
      const another = await other
      if (another) await follow(shopper, another)
    }
    shopping -= 1
    happened()
  }

  async function killOften() {
    for (let killed = 0; killed < kills && shopping > 0; killed += 1) {
      for (let times = chance.whole(5, 60); times > 0 && shopping > 0; times -= 1) await new Promise<void>((resolve) => (happened = resolve))
      await pause(chance.next() * 10)
      const victim = chance.one(proxies)
      await victim.kill()
      victim.start()
      found.kills += 1
      await until(() => victim.address !== undefined)
    }
  }

  /**
   * Compares what a shopper saw with what the service did: each settled redemption has one effect, between the time when the shopper asked for it
   * and the time when it was seen as settled, and there are no other effects.
   */
  async function checkLedgerOf(shopper: Shopper) {
    const { customer, seen } = shopper
    const took = services.redemptions.filter((one) => one.customer === customer).map(({ amount, at }) => ({ cents: Math.round(amount * 100), at }))
    for (const cents of amounts) {
      const settled: { id: string; from: number; until: number }[] = []
      for (const [id, { redemption, asked, settled: at = Infinity }] of seen) {
        if (redemption.amount.cents !== cents) continue
        const { state } = await (await browser(shopper.token)).getRedemption({ id })
        found[state === 'settled' ? 'settled' : 'unknown'] += 1
        if (state === 'settled') settled.push({ id, from: asked, until: at })
        else if (at < Infinity) faults.push(`${customer} was answered that ${id} is settled, and it is ${state}`)
        else if (state === 'pending') faults.push(`${id} of ${customer} is still pending`)
      }
      // Where times overlap, an effect belongs to the redemption that was settled first.
      settled.sort((one, other) => one.until - other.until)
      const effects = took.filter((one) => one.cents === cents).map(({ at }) => at)
      for (const at of effects.sort((one, other) => one - other)) {
        const its = settled.findIndex(({ from, until }) => from <= at && at <= until)
        if (its < 0) faults.push(`${customer} was given ${cents} at ${at}, which belongs to no settled redemption`)
        else settled.splice(its, 1)
      }
      for (const { id } of settled) faults.push(`${id} of ${customer} is settled, and did not take effect`)
    }
    if (took.length > seen.size) faults.push(`${customer} asked for ${seen.size}, and ${took.length} took effect`)
    const { member } = await (await browser(shopper.token)).getMembership({})
    const left = balance - took.reduce((sum, { cents }) => sum + cents, 0)
    if (member?.credits.cents !== left) faults.push(`${customer} has ${member?.credits.cents} instead of ${left}`)
  }

  let shopping = members.length
  try {
    const merchant = { ...settings, LOYALTY_BASE_URL: `${services.behind}/loyalty` }
    for (const member of members) {
      await admin(merchant, 'POST', 'members', { customerId: member.customer, credits: balance / 100 })
      member.token = await signIn(member.customer)
    }
    await Promise.all([killOften(), ...members.map(shop)])
    services.mend()
    // After failures, the proxy does not call a service for some time: wait until it does.
    for (const member of members) await insist(async () => (await browser(member.token)).listCredits({}))
    for (const member of members) await checkLedgerOf(member)
    return { ...found, failedBefore: services.counts.before, failedAfter: services.counts.after }
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await services.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
