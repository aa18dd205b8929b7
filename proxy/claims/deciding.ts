import type { Claims, KeptClaim } from './claim-store.ts'
import type { StoredJob } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import { check, idle } from './checking.ts'
import { claimJob, keyOf, resolutions, voidClaimJob, type ClaimState } from './claim.ts'
import { readRequest, writeSettled } from './request.ts'

/** What decisions about claims need of the queue. */
export type DecidingQueue = Claims & Pick<Queue, 'drop' | 'fact' | 'find'>

/** Says why a person's decision changes nothing. */
export class Undecided extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

/** Finds a claim by its key, or by the service's id under any resolution. Prefers one that is not idle if there are several. */
export async function findByName(queue: Claims, name: string): Promise<KeptClaim | undefined> {
  const found = (await Promise.all([name, ...resolutions.map((one) => keyOf(one, name))].map((key) => queue.findClaim(key)))).filter((one) => one !== undefined)
  return found.find(({ state }) => !idle.has(state)) ?? found[0]
}

/** Throws {@link Undecided} unless a claim waits for a person and is still within the bounds of its order. */
export async function judgeApproval(queue: DecidingQueue, { key, request, state }: KeptClaim) {
  requireWaiting({ key, state })
  const checked = await check(queue, readRequest(request).claim)
  if (Array.isArray(checked)) throw new Undecided([`Claim ${key} is no longer within the bounds of its order, and can only be refused:`, ...checked])
}

/** Approves a claim that waits for a person, if it is still within the bounds of its order, and stores the job that resolves it. */
export async function approveClaim(queue: DecidingQueue, kept: KeptClaim, decidedBy: string): Promise<KeptClaim> {
  await judgeApproval(queue, kept)
  const { key, request } = kept
  return changed(await queue.decideClaim({ key, from: ['awaiting'], state: 'open', decidedBy, job: claimJob(readRequest(request).claim) }), key)
}

/** States of a job in which nothing more happens until a person acts. */
const stuck: ReadonlySet<string> = new Set(['failed', 'held', 'dropped'])

/** Throws {@link Undecided} unless a claim waits for a person or its job is stuck. Returns the job, which may have taken effect. */
export async function judgeRefusal(queue: DecidingQueue, { key, state, job: id }: KeptClaim): Promise<StoredJob | undefined> {
  if (state !== ('open' satisfies ClaimState)) return requireWaiting({ key, state })
  const job = id === null ? undefined : await queue.find(id)
  if (job && !stuck.has(job.state))
    throw new Undecided([`Claim ${key} is being resolved, or is already resolved; see "storefront-proxy queue show ${job.id}".`])
  return job
}

/** Refuses a claim for good and gives the service the reason. The claim waits for a person, or its job is stuck; what it took of its order is free again. */
export async function refuseClaim(queue: DecidingQueue, kept: KeptClaim, reason: string, decidedBy: string): Promise<KeptClaim> {
  const job = await judgeRefusal(queue, kept)
  const { key, order, state } = kept
  // A later retry of this job must not resolve a claim that was refused.
  if (job) await queue.drop([job.id], `the claim was refused: ${reason}`)
  const reply = { status: 422, body: JSON.stringify({ error: [`the shop refused: ${reason}`] }) }
  const request = writeSettled(readRequest(kept.request))
  const change = { key, from: [state], state: 'refused' satisfies ClaimState, request, reply, decidedBy, settled: true }
  return changed(await queue.decideClaim({ ...change, ...(job && { job: voidClaimJob({ key, order }) }) }), key)
}

function requireWaiting({ key, state }: Pick<KeptClaim, 'key' | 'state'>): undefined {
  const outside = state === ('outside' satisfies ClaimState)
  if (outside) throw new Undecided([`Claim ${key} is outside of the bounds of its order: it stays refused until the service retries and there is room.`])
  if (state !== ('awaiting' satisfies ClaimState)) throw new Undecided([`Claim ${key} does not wait for a decision: it is ${state}.`])
}

function changed({ claim, changed: isChanged }: { claim: KeptClaim | undefined; changed: boolean }, key: string): KeptClaim {
  if (!claim || !isChanged) throw new Undecided([`Claim ${key} was decided by somebody else meanwhile.`])
  return claim
}
