import type { Check } from '../../test/conformance/check.ts'
import { openEnvironment, passes, effectTimeout, type Environment } from './environment.ts'
import type { Mutant } from './mutant.ts'

/** One kind of response, such as `getMember 200`, and how its checks did on earlier mutants. The classifiers of a process share it. */
export class ResponseKind {
  /** How many mutants each check has killed and missed so far. */
  readonly #kills = new Map<Check, number>()
  readonly #misses = new Map<Check, number>()

  constructor(
    /** The checks that request this kind, the quickest and most direct first. */
    readonly checks: readonly Check[],
  ) {}

  /** Sorts the checks by how likely they kill the mutant: first those with its field in their title, then those with the most kills and the fewest misses. */
  checksFor({ field }: Mutant): Check[] {
    const names = field ? new RegExp(`\\b${field}\\b`) : undefined
    const priority = (check: Check) => (names?.test(check.title) ? 1e6 : 0) + 1000 * (this.#kills.get(check) ?? 0) - (this.#misses.get(check) ?? 0)
    return this.checks.toSorted((a, b) => priority(b) - priority(a))
  }

  killed(check: Check) {
    this.#kills.set(check, (this.#kills.get(check) ?? 0) + 1)
  }

  missed(check: Check) {
    this.#misses.set(check, (this.#misses.get(check) ?? 0) + 1)
  }
}

/** Decides for one mutant after another whether a check kills it. Starts new stand-ins whenever a check fails on them without a mutant. */
export class MutantClassifier {
  #environment: Promise<Environment> | undefined

  /** Resolves to the first check that kills the mutant, or to undefined if the mutant survives. */
  async classify(mutant: Mutant, kind: ResponseKind): Promise<Check | undefined> {
    for (const check of kind.checksFor(mutant)) {
      const isKilled = await this.#isKilled(mutant, check)
      kind[isKilled ? 'killed' : 'missed'](check)
      if (isKilled) return check
    }
    return undefined
  }

  async close(): Promise<void> {
    const environment = await this.#environment
    this.#environment = undefined
    await environment?.close()
  }

  /** Resolves to whether the check fails with the mutant and then passes without it. */
  async #isKilled(mutant: Mutant, check: Check): Promise<boolean> {
    for (let attempts = 0; attempts < 3; attempts++) {
      const began = performance.now()
      if (await this.#passes(check, mutant)) return false
      // On a busy machine a check can time out because an effect is late. Therefore a check that timed out must fail twice.
      const hasWaited = performance.now() - began >= effectTimeout
      if (!(await this.#passes(check))) await this.close()
      else if (!hasWaited || !(await this.#passes(check, mutant))) return true
    }
    return false
  }

  async #passes(check: Check, mutant?: Mutant): Promise<boolean> {
    const environment = await (this.#environment ??= openEnvironment())
    environment.proxyState.mutant = mutant
    const isPassed = await passes(environment, check)
    environment.proxyState.mutant = undefined
    // The check moved the clock of these stand-ins.
    if (check.needs?.includes('time passed')) await this.close()
    return isPassed
  }
}
