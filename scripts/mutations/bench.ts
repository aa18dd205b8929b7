import { openAccount, type Access, type Account } from '../../test/conformance/account.ts'
import type { Check } from '../../test/conformance/check.ts'
import { startStandIns } from '../../test/conformance/stand-ins.ts'
import { startFront, type Front } from './front.ts'
import { withoutBody, type Mutant } from './mutants.ts'

/** Milliseconds that a check waits for what takes effect later; the stand-ins need a few hundred. */
const patience = 4_000

/** Stand-ins of its own behind a front, with an account there. */
export interface Bench {
  front: Front
  account: Account
  close(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const standIns = await startStandIns()
  const front = await startFront(new URL(standIns.access.trackBaseUrl).origin)
  const through = (access: Access): Access => ({
    ...access,
    loyaltyBaseUrl: front.address + new URL(access.loyaltyBaseUrl).pathname,
    protectionBaseUrl: front.address + new URL(access.protectionBaseUrl).pathname,
    trackBaseUrl: front.address + new URL(access.trackBaseUrl).pathname,
  })
  const account = await openAccount({ access: through(standIns.access), other: through(standIns.other), happen: standIns.happen, patience, receiver: {} })
  return {
    front,
    account,
    async close() {
      // What the checks have made ends with the stand-ins.
      await front.close()
      await account.close()
      await standIns.close()
    },
  }
}

/** Whether that check passes. */
export async function passes(bench: Bench, check: Check): Promise<boolean> {
  return check.run(bench.account).then(
    () => true,
    () => false,
  )
}

/** Judges mutants one after another, on stand-ins that are made anew whenever a check fails there without a mutant. */
export class Judge {
  #bench: Promise<Bench> | undefined
  /** The checks that read the body of an answer, by operation and status: only those can notice a change in it. */
  #readers = new Map<string, Check[]>()

  /** The first of the checks that notices that mutant, among those that are answered what it changes. */
  async judge(mutant: Mutant, checks: readonly Check[]): Promise<Check | undefined> {
    if (!mutant.isInBody) return this.killerOf(mutant, checks)
    const kind = `${mutant.operation} ${mutant.status}`
    const known = this.#readers.get(kind)
    if (known) return this.killerOf(mutant, known)
    const readers: Check[] = []
    for (const check of checks) if (await this.killerOf(withoutBody(mutant), [check])) readers.push(check)
    this.#readers.set(kind, readers)
    return this.killerOf(mutant, readers)
  }

  /** The first of these checks that fails with that mutant, and passes right after without it; nothing where all pass. */
  async killerOf(mutant: Mutant, checks: readonly Check[]): Promise<Check | undefined> {
    for (const check of checks) {
      for (let tries = 0; tries < 3; tries++) {
        const bench = await (this.#bench ??= openBench())
        bench.front.mutant = mutant
        const survives = await passes(bench, check)
        bench.front.mutant = undefined
        // Time passes for everything on these stand-ins.
        const isSpent = check.needs?.includes('time passed')
        const isSound = survives || isSpent || (await passes(bench, check))
        if (isSpent || !isSound) await this.close()
        if (survives) break
        if (isSound) return check
      }
    }
    return undefined
  }

  async close(): Promise<void> {
    const bench = await this.#bench
    this.#bench = undefined
    await bench?.close()
  }
}
