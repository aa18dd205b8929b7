import { createHash } from 'node:crypto'

/** What a shop is called in a store, where others may have redemptions and proofs too: by who it is to the loyalty service and to its own pages. */
export const nameShop = (loyalty: string, publicUrl: string): string =>
  createHash('sha256')
    .update(JSON.stringify([loyalty, publicUrl]))
    .digest('base64url')
    .slice(0, 22)
