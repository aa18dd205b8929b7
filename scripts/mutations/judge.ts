import type { Check } from '../../test/conformance/check.ts'
import { openBench, passes, type Bench } from './bench.ts'
import { withoutBody, type Mutant } from './mutants.ts'

/** What several judges have found out together of the answers of one kind, such as `getMember 200`. */
export class Kind {
  /** How many mutants each check has noticed. */
  readonly #kills = new Map<Check, number>()
  #readers: Promise<Check[]> | undefined

  constructor(
    /** The checks that are answered so, the quickest and most direct first. */
    readonly asking: readonly Check[],
  ) {}

  /** The checks that read the body of such an answer: only those can notice a change in it. Found out once. */
  readers(find: () => Promise<Check[]>): Promise<Check[]> {
    return (this.#readers ??= find())
  }

  /** The checks in the order in which they probably notice that mutant: those that name its field, then those that have noticed most. */
  inOrder(checks: readonly Check[], { field }: Mutant): Check[] {
    const rank = (check: Check) => (field && new RegExp(`\\b${field}\\b`).test(check.title) ? 1e6 : 0) + (this.#kills.get(check) ?? 0)
    return checks.toSorted((a, b) => rank(b) - rank(a))
  }

  noticed(check: Check) {
    this.#kills.set(check, (this.#kills.get(check) ?? 0) + 1)
  }
}

/** Judges mutants one after another, on stand-ins that are made anew whenever a check fails there without a mutant. */
export class Judge {
  #bench: Promise<Bench> | undefined

  /** The first of the checks that notices that mutant, among those that are answered what it changes. */
  async judge(mutant: Mutant, kind: Kind): Promise<Check | undefined> {
    const able = mutant.isInBody ? await kind.readers(() => this.#readersOf(mutant, kind)) : kind.asking
    const killer = await this.#killerOf(mutant, kind.inOrder(able, mutant))
    if (killer) kind.noticed(killer)
    return killer
  }

  async close(): Promise<void> {
    const bench = await this.#bench
    this.#bench = undefined
    await bench?.close()
  }

  async #readersOf(mutant: Mutant, { asking }: Kind): Promise<Check[]> {
    const readers: Check[] = []
    for (const check of asking) if (await this.#killerOf(withoutBody(mutant), [check])) readers.push(check)
    return readers
  }

  /** The first of these checks that fails with that mutant, and passes right after without it; nothing where all pass. */
  async #killerOf(mutant: Mutant, checks: readonly Check[]): Promise<Check | undefined> {
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
}
