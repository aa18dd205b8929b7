import type { Check } from '../../test/conformance/check.ts'
import { openBench, passes, type Bench } from './bench.ts'
import { withoutBody, type Mutant } from './mutants.ts'

/** What several judges have found out together of the answers of one kind, such as `getMember 200`. */
export class Kind {
  /** How many mutants each check has noticed, and how many it has not. */
  readonly #noticed = new Map<Check, number>()
  readonly #missed = new Map<Check, number>()
  readonly #isReader = new Map<Check, Promise<boolean>>()

  constructor(
    /** The checks that are answered so, the quickest and most direct first. */
    readonly asking: readonly Check[],
  ) {}

  /** The checks in the order in which they probably notice that mutant: those that name its field, then those that have noticed most. */
  inOrder({ field }: Mutant): Check[] {
    const rank = (check: Check) => (field && new RegExp(`\\b${field}\\b`).test(check.title) ? 1e6 : 0) + (this.#noticed.get(check) ?? 0)
    return this.asking.toSorted((a, b) => rank(b) - rank(a))
  }

  noticed(check: Check) {
    this.#noticed.set(check, (this.#noticed.get(check) ?? 0) + 1)
  }

  missed(check: Check) {
    this.#missed.set(check, (this.#missed.get(check) ?? 0) + 1)
  }

  /** Whether a check may notice a change in the body; one that has missed two and noticed none is asked, once, whether it reads the body at all. */
  async mayNotice(check: Check, isReader: () => Promise<boolean>): Promise<boolean> {
    if (this.#noticed.has(check) || (this.#missed.get(check) ?? 0) < 2) return true
    const asked = this.#isReader.get(check) ?? isReader()
    this.#isReader.set(check, asked)
    return asked
  }
}

/** Judges mutants one after another, on stand-ins that are made anew whenever a check fails there without a mutant. */
export class Judge {
  #bench: Promise<Bench> | undefined

  /** The first of the checks that notices that mutant, among those that are answered what it changes. */
  async judge(mutant: Mutant, kind: Kind): Promise<Check | undefined> {
    for (const check of kind.inOrder(mutant)) {
      if (mutant.isInBody && !(await kind.mayNotice(check, () => this.#isNoticed(withoutBody(mutant), check)))) continue
      const isNoticed = await this.#isNoticed(mutant, check)
      if (mutant.isInBody) kind[isNoticed ? 'noticed' : 'missed'](check)
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
      const bench = await (this.#bench ??= openBench())
      bench.front.mutant = mutant
      const survives = await passes(bench, check)
      bench.front.mutant = undefined
      if (survives) return false
      // Time passes for everything on these stand-ins.
      const isSpent = check.needs?.includes('time passed')
      const isSound = isSpent || (await passes(bench, check))
      if (isSpent || !isSound) await this.close()
      if (isSound) return true
    }
    return false
  }
}
