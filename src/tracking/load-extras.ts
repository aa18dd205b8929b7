import { retryImport } from '../page/lazy.ts'

type Extras = typeof import('./extras/extras.ts')

let extras: Extras | null | undefined

/** The views that only some orders need, once they are loaded; null if they cannot be loaded: an order is shown without them. */
export const loadedExtras = () => extras

/** Loads those views. */
export async function loadExtras() {
  extras ??= await retryImport(() => import('./extras/extras.ts')).catch(() => null)
}
