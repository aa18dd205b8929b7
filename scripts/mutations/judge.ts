import type { Check } from '../../test/conformance/check.ts'
import { openBench, passes, patience, type Bench } from './bench.ts'
import type { Mutant } from './mutant.ts'

/** What several judges have learnt together about one kind, such as `getMember 200`. */
export class Kind {
  /** How many mutants each check has noticed, and how many it has missed. */
  readonly #noticed = new Map<Check, number>()
  readonly #missed = new Map<Check, number>()

  constructor(
    /** The checks that see this kind, the quickest and most direct first. */
    readonly asking: readonly Check[],
  ) {}

  /** Sorts the checks by how likely they notice that mutant: first those that name its field, then those that have noticed most and missed least. */
  inOrder({ field }: Mutant): Check[] {
    const names = field ? new RegExp(`\\b${field}\\b`) : undefined
    const rank = (check: Check) => (names?.test(check.title) ? 1e6 : 0) + 1000 * (this.#noticed.get(check) ?? 0) - (this.#missed.get(check) ?? 0)
    return this.asking.toSorted((a, b) => rank(b) - rank(a))
  }

  noticed(check: Check) {
    this.#noticed.set(check, (this.#noticed.get(check) ?? 0) + 1)
  }

  missed(check: Check) {
    this.#missed.set(check, (this.#missed.get(check) ?? 0) + 1)
  }
}

/** Judges mutants one after another. Makes new stand-ins whenever a check fails on them without a mutant. */
export class Judge {
  #bench: Promise<Bench> | undefined

  /** Resolves to the first check that notices that mutant, among those that see what it changes. */
  async judge(mutant: Mutant, kind: Kind): Promise<Check | undefined> {
    for (const check of kind.inOrder(mutant)) {
      const isNoticed = await this.#isNoticed(mutant, check)
      kind[isNoticed ? 'noticed' : 'missed'](check)
      if (isNoticed) return check
    }
    return undefined
  }

  async close(): Promise<void> {
    const bench = await this.#bench
    this.#bench = undefined
    await bench?.close()
  }

  /** Resolves to whether that check fails with that mutant, and passes right after without it. */
  async #isNoticed(mutant: Mutant, check: Check): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const began = performance.now()
      if (await this.#passes(check, mutant)) return false
      // On a busy machine a check may time out although the effect was only late. Then the check must fail twice.
      const hasWaited = performance.now() - began >= patience
      if (!(await this.#passes(check))) await this.close()
      else if (!hasWaited || !(await this.#passes(check, mutant))) return true
    }
    return false
  }

  async #passes(check: Check, mutant?: Mutant): Promise<boolean> {
    const bench = await (this.#bench ??= openBench())
    bench.stage.mutant = mutant
    const isPassed = await passes(bench, check)
    bench.stage.mutant = undefined
    // The clock of all these stand-ins was moved.
    if (check.needs?.includes('time passed')) await this.close()
    return isPassed
  }
}
