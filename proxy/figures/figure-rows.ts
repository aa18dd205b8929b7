import { sql } from 'kysely'
import type { DomainRows } from '../jobs/domain-rows.ts'
import type { StoreAccess } from '../store/store-access.ts'
import type { Tx } from '../store/tables.ts'
import { toDay, type Figure } from './figure.ts'

/** Milliseconds for which figures are kept: two years, so that a day can be compared with the same day a year before. */
const retentionOfFigures = 2 * 366 * 24 * 3_600_000

/** The figures of a store. */
export interface Figures {
  /** Adds these to the figures of the same day, language, name and currency. */
  addFigures(figures: Figure[]): Promise<void>
  /** All figures of these days, both included. */
  figuresOf(days: { from: string; to: string }): Promise<Figure[]>
}

/** Opens the figures of a store. */
export const createFigureStore = ({ database: { store, transact }, run }: StoreAccess): Figures => ({
  addFigures: (figures) => run(() => transact((tx) => addFigures(tx, figures))),
  figuresOf: ({ from, to }) => run(() => store.selectFrom('figures').selectAll().where('day', '>=', from).where('day', '<=', to).orderBy('day').execute()),
})

async function addFigures(tx: Tx, figures: readonly Figure[]) {
  // In one order, so that two instances never wait for each other.
  const keyOf = ({ day, lang, name, currency }: Figure) => JSON.stringify([day, lang, name, currency])
  for (const figure of [...figures].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    await tx
      .insertInto('figures')
      .values(figure)
      .onConflict((conflict) =>
        conflict.columns(['day', 'lang', 'name', 'currency']).doUpdateSet({
          events: sql<number>`figures.events + excluded.events`,
          cents: sql<number>`figures.cents + excluded.cents`,
        }),
      )
      .execute()
}

/** Figures of whole days expire together. */
export const figureRows: DomainRows = {
  expired: ({ retention }) => [['figures', 'day', sql`day < ${toDay(Math.max(0, retention - retentionOfFigures))}`]],
}
