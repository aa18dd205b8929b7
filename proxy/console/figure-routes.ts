import type { consoleReads, Person } from '../../console/contract/console.ts'
import type { FigureRow } from '../../console/contract/figures.ts'
import type { Money } from '../../src/contract/money.ts'
import type { Claims, ClaimSummary } from '../claims/claim-store.ts'
import type { Figures } from '../figures/figure-rows.ts'
import { toDay } from '../figures/figure.ts'
import type { Handlers } from '../http/serve.ts'

const dayLength = 24 * 3_600_000

/** Handlers that read figures. */
export const figureRoutes = (store: Figures & Pick<Claims, 'claimsBetween'>): Handlers<Pick<typeof consoleReads, 'readFigures'>, Person> => ({
  async readFigures({ from, to }) {
    const times = { from: Date.parse(from), to: Date.parse(to) + dayLength }
    const [rows, claims] = await Promise.all([store.figuresOf({ from, to }), store.claimsBetween(times)])
    return { from, to, rows: [...rows, ...rowsOfClaims(claims, times)] }
  },
})

/** Claims raised, by the day on which they were; and what the resolved ones cost, by the day on which they were resolved. */
function rowsOfClaims(claims: readonly ClaimSummary[], { from, to }: { from: number; to: number }): FigureRow[] {
  const rows = new Map<string, FigureRow>()
  const add = (name: string, time: number | null, money?: Money | null) => {
    if (time === null || time < from || time >= to) return
    const key = [toDay(time), name, money?.currency ?? ''] as const
    const row = rows.get(key.join()) ?? { day: key[0], lang: '', name, currency: key[2], events: 0, cents: 0 }
    rows.set(key.join(), { ...row, events: row.events + 1, cents: row.cents + (money?.cents ?? 0) })
  }
  for (const { state, amount, createdAt, settledAt } of claims) {
    add('claims', createdAt)
    if (state === 'resolved') add('claim_costs', settledAt, amount === null ? null : (JSON.parse(amount) as Money))
  }
  return [...rows.values()]
}
