import { checks } from '../../test/conformance/checks.ts'
import { openBench, passes } from './bench.ts'
import type { Observed } from './mutant.ts'

/** What the checks see of unchanged stand-ins. */
export interface Baseline {
  answers: Observed[]
  /** The indexes in `checks` of the checks that see one kind, such as `getMember 200`, the quickest and most direct first. */
  checksOf: Record<string, number[]>
}

/** The most responses stored of one kind: enough to contain every field. */
const most = 80

/** Runs every check once. Throws when one fails. */
export async function readBaseline(): Promise<Baseline> {
  const answers: Observed[] = []
  const kept = new Map<string, number>()
  const seen: { index: number; asked: Set<string>; took: number }[] = []
  let bench = await openBench()
  try {
    for (const [index, check] of checks.entries()) {
      const asked = new Set<string>()
      bench.stage.observe = (observed) => {
        const kind = `${observed.operation} ${observed.status}`
        asked.add(kind)
        const count = kept.get(kind) ?? 0
        kept.set(kind, count + 1)
        if (count < most) answers.push(observed)
      }
      const began = performance.now()
      if (!(await passes(bench, check))) throw new Error(`The check fails without a mutant: ${check.title}`)
      seen.push({ index, asked, took: performance.now() - began })
      if (check.needs?.includes('time passed')) {
        await bench.close()
        bench = await openBench()
      }
    }
  } finally {
    await bench.close()
  }
  const kinds = new Set(seen.flatMap(({ asked }) => [...asked]))
  const cost = ({ asked, took }: (typeof seen)[number]) => took * asked.size
  const answeredWith = (kind: string) => seen.filter(({ asked }) => asked.has(kind)).sort((a, b) => cost(a) - cost(b))
  return { answers, checksOf: Object.fromEntries([...kinds].map((kind) => [kind, answeredWith(kind).map(({ index }) => index)])) }
}
