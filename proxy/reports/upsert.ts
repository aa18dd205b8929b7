import { isMissing, isRefused, isTaken } from './refusals.ts'

/** How something came to be at the service. `found`: it was there, and nobody here had begun to create it. */
export type Arrival = 'created' | 'updated' | 'found'

interface Steps {
  create: () => Promise<unknown>
  update: () => Promise<unknown>
}

/** Creates what an earlier try may have created: an update of the same id tells, and does no harm either way. */
export async function createAgain({ create, update }: Steps): Promise<Arrival> {
  try {
    await update()
    return 'updated'
  } catch (error) {
    if (!isMissing(error) && !isRefused(error)) throw error
  }
  try {
    await create()
    return 'created'
  } catch (error) {
    // It says what the service has already.
    if (isTaken(error)) return 'updated'
    throw error
  }
}

/** Creates; what is there already is answered by an update of the same id (A57). */
export async function createOrUpdate({ create, update }: Steps): Promise<Arrival> {
  try {
    await create()
    return 'created'
  } catch (error) {
    if (!isTaken(error)) throw error
    await update().catch((missing: unknown) => Promise.reject((isMissing(missing) ? error : missing) as Error))
    return 'found'
  }
}

/** Updates; what the service has lost is created anew. */
export async function updateOrCreate({ create, update }: Steps): Promise<Arrival> {
  try {
    await update()
    return 'updated'
  } catch (error) {
    if (!isMissing(error)) throw error
    return createOrUpdate({ create, update })
  }
}
