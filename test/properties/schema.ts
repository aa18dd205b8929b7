import type { ZodType } from 'zod'

/** What a schema is made of, as far as values are made from it. */
export interface Definition {
  type: string
  shape?: Record<string, ZodType>
  catchall?: ZodType
  innerType?: ZodType
  element?: ZodType
  in?: ZodType
  out?: ZodType
  keyType?: ZodType
  valueType?: ZodType
  options?: ZodType[]
  entries?: Record<string, string | number>
  values?: unknown[]
  /** Takes anything, and makes it into this type. */
  coerce?: boolean
  checks?: { _zod: { def: { check: string } } }[]
}

/** The limits of a text or number. */
export interface Bounds {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  format?: string
  patterns?: Set<RegExp>
}

export const definitionOf = (schema: ZodType) => schema._zod.def as unknown as Definition

export const boundsOf = (schema: ZodType) => schema._zod.bag as unknown as Bounds

/** Whether more is asked of it than its type and limits say. */
export const isRefined = (schema: ZodType) => definitionOf(schema).checks?.some(({ _zod }) => _zod.def.check === 'custom') ?? false

export const accepts = (schema: ZodType, value: unknown) => schema.safeParse(value).success

/** The schema within one that lets a value be absent or null, or reads it from other words. */
export function unwrapped(schema: ZodType): ZodType {
  const { innerType, in: before, out } = definitionOf(schema)
  if (innerType) return unwrapped(innerType)
  // What a preprocessor reads is what comes after it; what a transformation writes was what comes before it.
  if (before && out) return unwrapped(definitionOf(before).type === 'transform' ? out : before)
  return schema
}
