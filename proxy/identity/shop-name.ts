import { createHash } from 'node:crypto'

/** Names a shop in a store that may hold proofs and redemptions of other shops, by the address of its loyalty service and its public URL. */
export const nameShop = (loyalty: string, publicUrl: string): string =>
  createHash('sha256')
    .update(JSON.stringify([loyalty, publicUrl]))
    .digest('base64url')
    .slice(0, 22)
