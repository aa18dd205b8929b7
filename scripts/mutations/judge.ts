import type { Check } from '../../test/conformance/check.ts'
import { openBench, passes, patience, type Bench } from './bench.ts'
import type { Mutant } from './mutants.ts'

/** What several judges have found out together of what is said of one kind, such as `getMember 200`. */
export class Kind {
  /** How many mutants each check has noticed, and how many it has not. */
  readonly #noticed = new Map<Check, number>()
  readonly #missed = new Map<Check, number>()

  constructor(
    /** The checks that are told so, the quickest and most direct first. */
    readonly asking: readonly Check[],
  ) {}

  /** The checks in the order in which they probably notice that mutant: those that name its field, then those that have noticed most and missed least. */
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

/** Judges mutants one after another, on stand-ins that are made anew whenever a check fails there without a mutant. */
export class Judge {
  #bench: Promise<Bench> | undefined

  /** The first of the checks that notices that mutant, among those that are told what it changes. */
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

  /** Whether that check fails with that mutant, and passes right after without it. */
  async #isNoticed(mutant: Mutant, check: Check): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const began = performance.now()
      if (await this.#passes(check, mutant)) return false
      // On a busy machine a check may have waited in vain for what was only late: then it has to fail twice.
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
    // Time passes for everything on these stand-ins.
    if (check.needs?.includes('time passed')) await this.close()
    return isPassed
  }
}
