import { z } from 'zod'
import { list } from './list.schema.ts'

/*
 * Schemas for answers. They are lenient, because neither document shows the answers. If a service may write a value in several forms, they convert
 * it to one form.
 */

/** An id; some services write it as a number. */
export const id = z.union([z.string(), z.number()]).transform(String)

/** A decimal amount; text stays text, because a number cannot hold every amount exactly. */
export const decimal = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d+(\.\d+)?$/, 'is no decimal number'),
])

/** Text that may be missing. */
export const text = z.string().nullish()

/** A list that may be empty; absent and null become an empty list. */
export const entries = <Item extends z.ZodType>(item: Item) =>
  list(item)
    .nullish()
    .transform((found) => found ?? [])

/** True or false; `unsaid` is the value if it is absent or null. */
export const flag = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((said) => said ?? fallback)

type Fields = Record<string, unknown>

/** Reads a record whose fields may have other names: the first name with a value counts. */
export const aliased = <Schema extends z.ZodType>(names: Readonly<Record<string, readonly string[]>>, record: Schema) =>
  z.preprocess((data) => {
    if (data === null || typeof data !== 'object' || Array.isArray(data)) return data
    const fields = data as Fields
    const found = Object.entries(names).flatMap(([name, others]): [string, unknown][] => {
      const used = [name, ...others].find((one) => fields[one] !== undefined && fields[one] !== null)
      return used === undefined ? [] : [[name, fields[used]]]
    })
    return { ...fields, ...Object.fromEntries<unknown>(found) }
  }, record)

/** Finds the list among these fields: under one of its names, or the only list. */
function findList(fields: Fields, names: readonly string[]): [name: string, list: unknown[]] | undefined {
  const lists = Object.entries(fields).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return lists.find(([name]) => names.includes(name)) ?? (lists.length === 1 ? lists[0] : undefined)
}

/** Reads a list that is the whole answer, or a field of it (A5). */
export const listOf = <Item extends z.ZodType>(item: Item, ...names: readonly string[]) =>
  z.preprocess(
    (data: unknown): unknown => (data === null || typeof data !== 'object' || Array.isArray(data) ? data : (findList(data as Fields, names)?.[1] ?? data)),
    list(item),
  )

/** Reads a page: its list, which may be the whole answer or have another name, with the cursor beside it (A5). */
export const pageOf = <Page extends z.ZodType>(name: string, page: Page) =>
  z.preprocess((data) => {
    if (Array.isArray(data)) return { [name]: data as unknown }
    if (data === null || typeof data !== 'object') return data
    const [found, list] = findList(data as Fields, [name]) ?? []
    return found === undefined || found === name ? data : { ...data, [name]: list }
  }, page)

/** Reads a record that is the whole answer, or a field with its own name (A5). */
export const recordNamed = <Schema extends z.ZodType>(names: readonly string[], record: Schema) =>
  z.preprocess((data) => {
    if (data === null || typeof data !== 'object') return data
    const inner = names.map((name) => (data as Fields)[name]).find((one) => one !== null && typeof one === 'object')
    return inner ?? data
  }, record)
