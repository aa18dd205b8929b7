import { checks } from '../../test/conformance/checks.ts'
import { openEnvironment, passes } from './environment.ts'
import type { ObservedMessage } from './mutant.ts'

/** The messages of a run without mutants. */
export interface Baseline {
  observed: ObservedMessage[]
  /** The indexes in `checks` of the checks that request one kind, such as `getMember 200`, the quickest and most direct first. */
  checksOf: Record<string, number[]>
}

/** The largest number of messages stored of one kind. It is enough to contain every field. */
const maxObserved = 80

/** Runs every check once. Throws when one fails. */
export async function readBaseline(): Promise<Baseline> {
  const observed: ObservedMessage[] = []
  const counts = new Map<string, number>()
  const runs: { index: number; kinds: Set<string>; took: number }[] = []
  let environment = await openEnvironment()
  try {
    for (const [index, check] of checks.entries()) {
      const kinds = new Set<string>()
      environment.proxyState.observe = (message) => {
        const kind = `${message.operation} ${message.status}`
        kinds.add(kind)
        const count = counts.get(kind) ?? 0
        counts.set(kind, count + 1)
        if (count < maxObserved) observed.push(message)
      }
      const began = performance.now()
      if (!(await passes(environment, check))) throw new Error(`The check fails without a mutant: ${check.title}`)
      runs.push({ index, kinds, took: performance.now() - began })
      if (check.needs?.includes('time passed')) {
        await environment.close()
        environment = await openEnvironment()
      }
    }
  } finally {
    await environment.close()
  }
  const all = new Set(runs.flatMap(({ kinds }) => [...kinds]))
  const cost = ({ kinds, took }: (typeof runs)[number]) => took * kinds.size
  const runsWith = (kind: string) => runs.filter(({ kinds }) => kinds.has(kind)).sort((a, b) => cost(a) - cost(b))
  return { observed, checksOf: Object.fromEntries([...all].map((kind) => [kind, runsWith(kind).map(({ index }) => index)])) }
}
