import type { Claims, KeptClaim } from './claim-store.ts'
import type { KeptJob, Queue } from '../jobs/job.ts'
import { check, idle } from './checking.ts'
import { claimJob, keyOf, resolutions, voidClaimJob, type ClaimState } from './claim.ts'
import { readRequest, writeSettled } from './request.ts'

/** What deciding needs of the queue. */
export type DecidingQueue = Claims & Pick<Queue, 'drop' | 'fact' | 'find'>

/** Why somebody's decision changes nothing. */
export class Undecided extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

/** The claim of this key, or of this id of the service's in whichever way it is resolved; the one that is or may be resolved, where there are several. */
export async function findByName(queue: Claims, name: string): Promise<KeptClaim | undefined> {
  const found = (await Promise.all([name, ...resolutions.map((one) => keyOf(one, name))].map((key) => queue.findClaim(key)))).filter((one) => one !== undefined)
  return found.find(({ state }) => !idle.has(state)) ?? found[0]
}

/** Throws {@link Undecided} unless a claim waits for somebody, and still is within the bounds of its order. */
export async function judgeApproval(queue: DecidingQueue, { key, request, state }: KeptClaim) {
  requireWaiting({ key, state })
  const checked = await check(queue, readRequest(request).claim)
  if (Array.isArray(checked)) throw new Undecided([`Claim ${key} is no longer within the bounds of its order, and can only be refused:`, ...checked])
}

/** Has a claim resolved that waits for somebody, if it still is within the bounds of its order. */
export async function approveClaim(queue: DecidingQueue, kept: KeptClaim, decidedBy: string): Promise<KeptClaim> {
  await judgeApproval(queue, kept)
  const { key, request } = kept
  return changed(await queue.decideClaim({ key, from: ['awaiting'], state: 'open', decidedBy, job: claimJob(readRequest(request).claim) }), key)
}

/** States of a job that nothing more will come of unless somebody acts. */
const stuck: ReadonlySet<string> = new Set(['failed', 'held', 'dropped'])

/** Throws {@link Undecided} unless a claim waits for somebody, or its resolution has come to nothing; answers the job of that resolution, which may have taken effect all the same. */
export async function judgeRefusal(queue: DecidingQueue, { key, state, job: id }: KeptClaim): Promise<KeptJob | undefined> {
  if (state !== ('open' satisfies ClaimState)) return requireWaiting({ key, state })
  const job = id === null ? undefined : await queue.find(id)
  if (job && !stuck.has(job.state))
    throw new Undecided([`Claim ${key} is being resolved, and may have been by now; see "storefront-proxy queue show ${job.id}".`])
  return job
}

/** Refuses a claim for good, for a reason that the service is told: one that waits for somebody, or whose resolution has failed. What that has taken of its order is there again. */
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
  if (outside) throw new Undecided([`Claim ${key} is outside of the bounds of its order: it was refused, until the service asks again and they leave room.`])
  if (state !== ('awaiting' satisfies ClaimState)) throw new Undecided([`Claim ${key} does not wait for a decision: it is ${state}.`])
}

function changed({ claim, changed: isChanged }: { claim: KeptClaim | undefined; changed: boolean }, key: string): KeptClaim {
  if (!claim || !isChanged) throw new Undecided([`Claim ${key} was decided by somebody else meanwhile.`])
  return claim
}
