import type { Operation } from './operation.ts'

/** Converts a cursor to text. A cursor is opaque and may be of any type (A6, A7). Undefined at the end, where it may be absent, null or empty (A4). */
export function toCursor(cursor: unknown): string | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined
  if (typeof cursor === 'object') return Object.keys(cursor).length > 0 ? JSON.stringify(cursor) : undefined
  return String(cursor)
}

/** Reads the cursor of the next page from the answer with this page; undefined after the last page, and for operations without pages. */
export const nextCursor = ({ cursor }: Pick<Operation, 'cursor'>, answer: unknown): string | undefined =>
  cursor === undefined ? undefined : toCursor((answer as Record<string, unknown> | undefined)?.[cursor])
