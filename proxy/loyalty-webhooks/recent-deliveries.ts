import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import type { StoredEvent } from './event-jobs.ts'

/** The most deliveries to read, newest first. */
const enough = 200

/** The names of the tokens of recent deliveries, each with the time of its last one (milliseconds since 1970). Only reads; rejects if it cannot. */
export async function lastDeliveryByToken(where: MerchantConfig['store']): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  if ('folder' in where && !existsSync(join(where.folder, 'store.db'))) return seen
  const { openDatabase } = await import('../store/open-database.ts')
  const { store, close } = await openDatabase(where, { migrates: false })
  try {
    const newest = store.selectFrom('work').select(['body', 'accepted_at']).where('kind', '=', 'loyalty-event').orderBy('seq', 'desc').limit(enough)
    for (const { body, accepted_at } of await newest.execute()) {
      const { token } = JSON.parse(body) as StoredEvent
      seen.set(token, Math.max(Number(accepted_at), seen.get(token) ?? 0))
    }
    return seen
  } finally {
    await close()
  }
}
