import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { addStrictJsonParser } from '../http/json.ts'
import { abortOnDisconnect } from '../http/abort-on-disconnect.ts'
import { Refusal } from '../http/problems.ts'
import type { Claims, StoredClaim, NewClaim } from './claim-store.ts'
import type { Queue } from '../jobs/queue.ts'
import { Answer, serve, type Handlers } from '../http/serve.ts'
import { claimsInputs, readClaim } from '../upstream/claims.schema.ts'
import { claimsService, type CreditClaim, type RefundClaim, type ReorderClaim } from '../upstream/claims.ts'
import { limits } from '../upstream/limits.ts'
import { whyBeyondLimit } from './auto-limit.ts'
import { checkClaim } from './check-claim.ts'
import { claimJob, orderingKeyOfClaims, toClaim, type Claim, type ClaimState, type Resolution } from './claim.ts'
import { answerWithClaimErrors, claimsPath } from './claim-errors.ts'
import { requireClaimsKey } from './claims-key.ts'
import { hasWaitingReports } from './order-reports.ts'
import { writeRequest, writeSettled } from './claim-request.ts'

/** What the claim routes need of the queue. */
type ClaimsQueue = Claims & Pick<Queue, 'fact' | 'list'>

interface ClaimsParts {
  config: Pick<Config, 'claims'>
  /** Absent if claims are not set up. */
  queue: ClaimsQueue | undefined
}

/** Milliseconds that a call stays open while its claim is being resolved; the service waits ten seconds (A101). */
const waitTimeout = 8_000
/** Milliseconds between checks of the claim: short at first, because most shops respond at once. */
const pollDelays = [25, 50, 100, 200, 400]
/** Seconds after which the service may retry: while a claim is being resolved, and while it waits for a person. */
const retryAfter = { open: 5, awaiting: 60 }

/** Serves the claim requests of the protection service, and responds with their results. */
export async function registerClaims(app: FastifyInstance, { config: { claims: settings }, queue }: ClaimsParts) {
  await app.register(
    (service, _, done) => {
      answerWithClaimErrors(service)
      addStrictJsonParser(service, { exactly: true })
      if (settings && queue) {
        requireClaimsKey(service, settings.keys)
        serve(service, claimsService, {
          inputs: claimsInputs,
          handlers: claimsRoutes(queue, settings),
          context: (_request, reply) => abortOnDisconnect(reply),
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
  const resolve = async (resolution: Resolution, input: RefundClaim | ReorderClaim | CreditClaim, disconnected: AbortSignal) => {
    const { claim, hash, faults } = toClaim(resolution, input)
    if (faults.length > 0) throw notEligible(faults)
    const before = await queue.findClaim(claim.key)
    const kept = before && before.state !== ('outside' satisfies ClaimState) ? before : await open(queue, settings, { claim, hash, before })
    if (kept.hash !== hash)
      throw new Refusal('idempotency-mismatch', 'The claim was requested before with other contents.', {
        errors: ['refundable.id is that of a claim with other contents'],
      })
    return answer(await waitUntilSettled(queue, kept, disconnected))
  }
  return {
    refundClaim: (input, disconnected) => resolve('refund', input, disconnected),
    reorderClaim: (input, disconnected) => resolve('reorder', input, disconnected) as Promise<Answer<never>>,
    creditClaim: (input, disconnected) => resolve('store_credit', input, disconnected),
  }
}

const notEligible = (errors: string[]) => new Refusal('not-eligible', 'The claim cannot be resolved.', { errors })

/** Stores a claim that is new, or was outside of its bounds before. Refuses a claim outside of its bounds; the service may retry after new reports. */
async function open(
  queue: ClaimsQueue,
  settings: ClaimsSettings,
  { claim, hash, before }: { claim: Claim; hash: string; before: StoredClaim | undefined },
): Promise<StoredClaim> {
  const { key, order } = claim
  const reportsWait = await hasWaitingReports(queue, order)
  const checked = await checkClaim(queue, claim)
  if (Array.isArray(checked)) {
    if (reportsWait || (await hasPendingJobs(queue, order))) throw reportsOnTheirWay()
    const reply = { status: 422, body: JSON.stringify({ error: checked }) }
    return storeClaim(queue, before, { key, order, hash, state: 'outside', request: writeSettled({ claim }), reply })
  }
  const { amount, counted, taken, doubts, facts, withoutPerson } = checked
  const atOnce = doubts.length === 0 && whyBeyondLimit(settings, counted, facts, withoutPerson) === undefined
  // A claim that waits for a person is checked again when the person approves it.
  if (atOnce && reportsWait) throw reportsOnTheirWay()
  return storeClaim(queue, before, {
    key,
    order,
    hash,
    state: atOnce ? 'open' : 'awaiting',
    request: writeRequest({ claim, taken }),
    amount: JSON.stringify(amount),
    ...(atOnce && { job: claimJob(claim) }),
  })
}

async function storeClaim(
  queue: ClaimsQueue,
  before: StoredClaim | undefined,
  { order, amount, ...claim }: NewClaim & { state: ClaimState },
): Promise<StoredClaim> {
  if (!before) return (await queue.openClaim({ ...claim, order, ...(amount && { amount }) })).claim
  const { reply = null } = claim
  const now = { ...claim, ...(amount && { amount }), reply, settled: reply !== null, from: [before.state] }
  return (await queue.decideClaim(now)).claim ?? before
}

const reportsOnTheirWay = () => new Refusal('overloaded', 'Reports about the order are still on their way.', { retryAfter: retryAfter.open })

/** Whether other jobs of the order wait, such as events of its parcels, so that a claim outside of its bounds may fit later. */
const hasPendingJobs = async (queue: ClaimsQueue, order: string) =>
  (await queue.list({ states: ['waiting'], businessKey: order })).some(({ orderingKey }) => orderingKey !== orderingKeyOfClaims(order))

/** Waits until the claim is not open any more, the time for the response ends or the caller leaves; returns the claim as it is then. */
async function waitUntilSettled(queue: ClaimsQueue, kept: StoredClaim, disconnected: AbortSignal): Promise<StoredClaim> {
  const until = performance.now() + waitTimeout
  let now = kept
  for (let look = 0; now.state === ('open' satisfies ClaimState) && performance.now() < until && !disconnected.aborted; look += 1) {
    await pause(pollDelays[look] ?? pollDelays.at(-1))
    now = (await queue.findClaim(kept.key)) ?? now
  }
  return now
}

/** Returns the stored reply; throws a refusal with `Retry-After` if there is none yet. */
function answer({ reply, state }: StoredClaim): Answer<Record<string, unknown>> {
  if (reply) return new Answer(reply.status, JSON.parse(reply.body) as Record<string, unknown>)
  const waits = state === ('awaiting' satisfies ClaimState)
  const words = waits ? 'The claim waits for somebody at the shop to approve it.' : 'The claim is being resolved.'
  throw new Refusal('overloaded', words, { retryAfter: waits ? retryAfter.awaiting : retryAfter.open })
}
