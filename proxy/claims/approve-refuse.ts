import type { Claims, StoredClaim } from './claim-store.ts'
import type { StoredJob } from '../jobs/job.ts'
import type { Person } from '../audit/audit-entry.ts'
import type { Queue } from '../jobs/queue.ts'
import { checkClaim, inactiveStates } from './check-claim.ts'
import { claimJob, keyOf, refusedPrefix, resolutions, voidClaimJob, type ClaimState } from './claim.ts'
import { readRequest, writeSettled } from './claim-request.ts'

/** What decisions about claims need of the queue. */
export type DecisionQueue = Claims & Pick<Queue, 'drop' | 'fact' | 'find' | 'list'>

/** Says why a person's decision changes nothing. */
export class DecisionRefused extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

/** Finds a claim by its key, or by the service's id under any resolution. Prefers one that is not idle if there are several. */
export async function findClaimByName(queue: Claims, name: string): Promise<StoredClaim | undefined> {
  const found = (await Promise.all([name, ...resolutions.map((one) => keyOf(one, name))].map((key) => queue.findClaim(key)))).filter((one) => one !== undefined)
  return found.find(({ state }) => !inactiveStates.has(state)) ?? found[0]
}

/**
 * Throws {@link DecisionRefused} unless a claim waits for a person and is still within the bounds of its order. Returns the reasons for a close look
 * before it is approved.
 */
export async function requireApprovable(queue: DecisionQueue, { key, request, state }: StoredClaim): Promise<string[]> {
  requireAwaiting({ key, state })
  const checked = await checkClaim(queue, readRequest(request).claim)
  if (Array.isArray(checked)) throw new DecisionRefused([`Claim ${key} is no longer within the bounds of its order, and can only be refused:`, ...checked])
  return checked.doubts
}

/** Approves a claim that waits for a person, if it is still within the bounds of its order, and stores the job that resolves it. */
export async function approveClaim(queue: DecisionQueue, kept: StoredClaim, by: Person): Promise<StoredClaim> {
  await requireApprovable(queue, kept)
  const { key, request } = kept
  const audited = { ...by, action: 'claim.approve', subject: key }
  return changed(
    await queue.decideClaim({
      key,
      from: ['awaiting'],
      state: 'open',
      decidedBy: by.who,
      job: claimJob({ ...readRequest(request).claim, approved: true }),
      audited,
    }),
    key,
  )
}

/** States of a job in which nothing more happens until a person acts. */
const stuck: ReadonlySet<string> = new Set(['failed', 'held', 'dropped'])

/** Throws {@link DecisionRefused} unless a claim waits for a person or its job is stuck. Returns the job, which may have taken effect. */
export async function requireRefusable(queue: DecisionQueue, { key, state, job: id }: StoredClaim): Promise<StoredJob | undefined> {
  if (state !== ('open' satisfies ClaimState)) return requireAwaiting({ key, state })
  const job = id === null ? undefined : await queue.find(id)
  if (job && !stuck.has(job.state))
    throw new DecisionRefused([`Claim ${key} is being resolved, or is already resolved; see "storefront-proxy queue show ${job.id}".`])
  return job
}

/** Refuses a claim for good and gives the service the reason. The claim waits for a person, or its job is stuck; what it took of its order is free again. */
export async function refuseClaim(queue: DecisionQueue, kept: StoredClaim, reason: string, by: Person): Promise<StoredClaim> {
  const job = await requireRefusable(queue, kept)
  const { key, order, state } = kept
  // A later retry of this job must not resolve a claim that was refused.
  if (job) await queue.drop([job.id], `the claim was refused: ${reason}`)
  const reply = { status: 422, body: JSON.stringify({ error: [refusedPrefix + reason] }) }
  const request = writeSettled(readRequest(kept.request))
  const audited = { ...by, reason, action: 'claim.refuse', subject: key }
  const change = { key, from: [state], state: 'refused' satisfies ClaimState, request, reply, decidedBy: by.who, settled: true, audited }
  return changed(await queue.decideClaim({ ...change, ...(job && { job: voidClaimJob({ key, order }) }) }), key)
}

function requireAwaiting({ key, state }: Pick<StoredClaim, 'key' | 'state'>): undefined {
  const outside = state === ('outside' satisfies ClaimState)
  if (outside) throw new DecisionRefused([`Claim ${key} is outside of the bounds of its order: it stays refused until the service retries and there is room.`])
  if (state !== ('awaiting' satisfies ClaimState)) throw new DecisionRefused([`Claim ${key} does not wait for a decision: it is ${state}.`])
}

function changed({ claim, changed: isChanged }: { claim: StoredClaim | undefined; changed: boolean }, key: string): StoredClaim {
  if (!claim || !isChanged) throw new DecisionRefused([`Claim ${key} was decided by somebody else meanwhile.`])
  return claim
}
