import { createHash } from 'node:crypto'

/** The SHA-256 of a text, in base64url; that of a report's body identifies repeats. */
export const hashOf = (body: string) => createHash('sha256').update(body).digest('base64url')
