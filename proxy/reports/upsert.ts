import { isMissing, isRefused, isTaken } from './refusals.ts'

/** How an item came to be at the service. `found`: it existed before this job tried to create it. */
export type Arrival = 'created' | 'updated' | 'found'

interface Steps {
  create: () => Promise<unknown>
  update: () => Promise<unknown>
}

/** Creates an item that an earlier attempt may have created: an update of the same id shows whether it exists, and does no harm. */
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
    // The refusal says that the service already has it.
    if (isTaken(error)) return 'updated'
    throw error
  }
}

/** Creates an item; if it already exists, updates it by the same id (A57). */
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

/** Updates an item; if the service has lost it, creates it again. */
export async function updateOrCreate({ create, update }: Steps): Promise<Arrival> {
  try {
    await update()
    return 'updated'
  } catch (error) {
    if (!isMissing(error)) throw error
    return createOrUpdate({ create, update })
  }
}
