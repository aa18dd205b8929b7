import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { claimsKey } from '../claims/claims-stack.ts'
import type { ClaimStory } from './kill-protection.ts'

/** Plays the service that sends claims: sends each claim until it is resolved, and once more after that. */
export interface ClaimsSide {
  /** Begins to send a claim. */
  raise(claim: ClaimStory): void
  /** How many claims have not been answered twice with 200 yet. */
  open(): number
  /** Stops sending; returns the claims that were not resolved, or were resolved in two ways. */
  end(): string[]
}

/** Milliseconds between two attempts. */
const again = 100

/** Sends claims to any proxy that answers. */
export function startClaimsSide(address: () => Promise<string>): ClaimsSide {
  const asked: { claim: ClaimStory; replies: unknown[]; last: string }[] = []
  let isOver = false

  async function ask(one: (typeof asked)[number]) {
    const { claim, replies } = one
    while (!isOver && replies.length < 2) {
      const answer = await fetch((await address()) + claim.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': claimsKey },
        body: JSON.stringify(claim.body),
      })
        .then(async (reply) => ({ status: reply.status, body: (await reply.json()) as unknown }))
        .catch(() => undefined)
      if (answer?.status === 200) replies.push(answer.body)
      if (answer) one.last = `${answer.status} ${JSON.stringify(answer.body)}`
      await pause(again)
    }
  }

  return {
    raise(claim) {
      const one = { claim, replies: [], last: 'nothing' }
      asked.push(one)
      void ask(one)
    },
    open: () => asked.filter(({ replies }) => replies.length < 2).length,
    end() {
      isOver = true
      return asked.flatMap(({ claim: { resolution, id }, replies, last }) => [
        ...(replies.length < 2 ? [`claim ${resolution}/${id} was answered ${replies.length} times with 200, and last with ${last}`] : []),
        ...(isDeepStrictEqual(replies[0], replies.at(-1)) ? [] : [`claim ${resolution}/${id} was answered ${JSON.stringify(replies)}`]),
      ])
    },
  }
}
