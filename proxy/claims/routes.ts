import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { readJsonCarefully } from '../http/json.ts'
import { abortWhenCallerLeaves } from '../http/leaving.ts'
import { Refusal } from '../http/problems.ts'
import type { Claims, KeptClaim, NewClaim } from './claim-store.ts'
import type { Queue } from '../jobs/queue.ts'
import { Answer, serve, type Handlers } from '../http/serve.ts'
import { claimsInputs, readClaim } from '../upstream/claims.schema.ts'
import { claimsService, type CreditClaim, type RefundClaim, type ReorderClaim } from '../upstream/claims.ts'
import { limits } from '../upstream/limits.ts'
import { check } from './checking.ts'
import { claimJob, orderingKeyOfClaims, toClaim, type Claim, type ClaimState, type Resolution } from './claim.ts'
import { answerWithClaimErrors, claimsPath } from './errors.ts'
import { requireClaimsKey } from './key.ts'
import { writeRequest, writeSettled } from './request.ts'

/** What the claim routes need of the queue. */
export type ClaimsQueue = Claims & Pick<Queue, 'fact' | 'list'>

interface ClaimsParts {
  config: Pick<Config, 'claims'>
  /** Absent if claims are not set up. */
  queue: ClaimsQueue | undefined
}

/** Milliseconds that a call stays open while its claim is being resolved; the service waits ten seconds (A101). */
const patience = 8_000
/** Milliseconds between checks of the claim: short at first, because most shops respond at once. */
const looks = [25, 50, 100, 200, 400]
/** Seconds after which the service may retry: while a claim is being resolved, and while it waits for a person. */
const again = { open: 5, awaiting: 60 }

/** Serves the claim requests of the protection service, and responds with their results. */
export async function registerClaims(app: FastifyInstance, { config: { claims: settings }, queue }: ClaimsParts) {
  await app.register(
    (service, _, done) => {
      answerWithClaimErrors(service)
      readJsonCarefully(service, { exactly: true })
      if (settings && queue) {
        requireClaimsKey(service, settings.keys)
        serve(service, claimsService, {
          inputs: claimsInputs,
          handlers: claimsRoutes(queue, settings),
          context: (_request, reply) => abortWhenCallerLeaves(reply),
          read: readClaim,
          bodyLimit: limits.body,
          refuse: (lines) => new Refusal('invalid-value', 'The claim cannot be read.', { errors: lines }),
        })
      } else {
        const refuse = () => Promise.reject(new Refusal('not-configured', 'Claims are not resolved here: CLAIMS_API_KEYS and CLAIMS_RESOLVER are not set.'))
        for (const { method, path } of Object.values(claimsService)) service.route({ method, url: path, handler: refuse })
      }
      done()
    },
    { prefix: claimsPath },
  )
}

type ClaimsSettings = NonNullable<Config['claims']>

const claimsRoutes = (queue: ClaimsQueue, settings: ClaimsSettings): Handlers<typeof claimsService, AbortSignal> => {
  const resolve = async (resolution: Resolution, input: RefundClaim | ReorderClaim | CreditClaim, left: AbortSignal) => {
    const { claim, hash, faults } = toClaim(resolution, input)
    if (faults.length > 0) throw unfit(faults)
    const before = await queue.findClaim(claim.key)
    const kept = before && before.state !== ('outside' satisfies ClaimState) ? before : await open(queue, settings, { claim, hash, before })
    if (kept.hash !== hash)
      throw new Refusal('idempotency-mismatch', 'The claim was requested before with other contents.', {
        errors: ['refundable.id is that of a claim with other contents'],
      })
    return answer(await settled(queue, kept, left))
  }
  return {
    refundClaim: (input, left) => resolve('refund', input, left),
    reorderClaim: (input, left) => resolve('reorder', input, left) as Promise<Answer<never>>,
    creditClaim: (input, left) => resolve('store_credit', input, left),
  }
}

const unfit = (errors: string[]) => new Refusal('not-eligible', 'The claim cannot be resolved.', { errors })

/** Stores a claim that is new, or was outside of its bounds before. Refuses a claim outside of its bounds; the service may retry after new reports. */
async function open(
  queue: ClaimsQueue,
  settings: ClaimsSettings,
  { claim, hash, before }: { claim: Claim; hash: string; before: KeptClaim | undefined },
): Promise<KeptClaim> {
  const { key, order } = claim
  const checked = await check(queue, claim)
  if (Array.isArray(checked)) {
    if (await isOnTheWay(queue, order)) throw new Refusal('overloaded', 'Reports about the order are still on their way.', { retryAfter: again.open })
    const reply = { status: 422, body: JSON.stringify({ error: checked }) }
    return keep(queue, before, { key, order, hash, state: 'outside', request: writeSettled({ claim }), reply })
  }
  const { amount, counted, taken } = checked
  const atOnce = settings.mode === 'auto' && counted !== null && counted.cents <= (settings.autoLimit[counted.currency] ?? -1)
  return keep(queue, before, {
    key,
    order,
    hash,
    state: atOnce ? 'open' : 'awaiting',
    request: writeRequest({ claim, taken }),
    amount: JSON.stringify(amount),
    ...(atOnce && { job: claimJob(claim) }),
  })
}

async function keep(queue: ClaimsQueue, before: KeptClaim | undefined, { order, amount, ...claim }: NewClaim & { state: ClaimState }): Promise<KeptClaim> {
  if (!before) return (await queue.openClaim({ ...claim, order, ...(amount && { amount }) })).claim
  const { reply = null } = claim
  const now = { ...claim, ...(amount && { amount }), reply, settled: reply !== null, from: [before.state] }
  return (await queue.decideClaim(now)).claim ?? before
}

/** Whether reports of the order still wait for delivery, so that its facts are incomplete. */
const isOnTheWay = async (queue: ClaimsQueue, order: string) =>
  (await queue.list({ states: ['waiting'], order })).some(({ orderingKey }) => orderingKey !== orderingKeyOfClaims(order))

/** Waits until the claim is not open any more, the patience ends or the caller leaves; returns the claim as it is then. */
async function settled(queue: ClaimsQueue, kept: KeptClaim, left: AbortSignal): Promise<KeptClaim> {
  const until = performance.now() + patience
  let now = kept
  for (let look = 0; now.state === ('open' satisfies ClaimState) && performance.now() < until && !left.aborted; look += 1) {
    await pause(looks[look] ?? looks.at(-1))
    now = (await queue.findClaim(kept.key)) ?? now
  }
  return now
}

/** Returns the stored reply; throws a refusal with `Retry-After` if there is none yet. */
function answer({ reply, state }: KeptClaim): Answer<Record<string, unknown>> {
  if (reply) return new Answer(reply.status, JSON.parse(reply.body) as Record<string, unknown>)
  const waits = state === ('awaiting' satisfies ClaimState)
  const words = waits ? 'The claim waits for somebody at the shop to approve it.' : 'The claim is being resolved.'
  throw new Refusal('overloaded', words, { retryAfter: waits ? again.awaiting : again.open })
}
