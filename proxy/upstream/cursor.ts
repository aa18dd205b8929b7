import type { Operation } from './operation.ts'

/** A cursor as text: opaque, whatever the service makes it of (A6, A7); undefined at the end, which may be absent, null or empty (A4). */
export function toCursor(cursor: unknown): string | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined
  if (typeof cursor === 'object') return Object.keys(cursor).length > 0 ? JSON.stringify(cursor) : undefined
  return String(cursor)
}

/** Where the next page begins, from the answer that holds this one; undefined after the last page, and for operations without pages. */
export const nextCursor = ({ cursor }: Pick<Operation, 'cursor'>, answer: unknown): string | undefined =>
  cursor === undefined ? undefined : toCursor((answer as Record<string, unknown> | undefined)?.[cursor])
