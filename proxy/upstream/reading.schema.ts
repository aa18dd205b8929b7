import { z } from 'zod'
import { list } from './list.schema.ts'

/*
 * How answers are read: loosely, since neither document shows them. What a service may write in several ways is put into one here.
 */

/** An id, which some write as a number. */
export const id = z.union([z.string(), z.number()]).transform(String)

/** A decimal amount; text is kept as it was written, since a number would not hold every amount exactly. */
export const decimal = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d+(\.\d+)?$/, 'is no decimal number'),
])

/** Text that may be missing. */
export const text = z.string().nullish()

/** Entries of which there may be none; absent and null are none too. */
export const entries = <Item extends z.ZodType>(item: Item) =>
  list(item)
    .nullish()
    .transform((found) => found ?? [])

/** Yes or no, where silence has a meaning. */
export const flag = (unsaid: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((said) => said ?? unsaid)

type Fields = Record<string, unknown>

/** Reads a record whose fields may stand under other names: the first name that holds something counts. */
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

/** The list among these fields: under one of its names, or the only one there is. */
function findList(fields: Fields, names: readonly string[]): [name: string, list: unknown[]] | undefined {
  const lists = Object.entries(fields).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return lists.find(([name]) => names.includes(name)) ?? (lists.length === 1 ? lists[0] : undefined)
}

/** A list that stands alone, or is inside the answer (A5). */
export const listOf = <Item extends z.ZodType>(item: Item, ...names: readonly string[]) =>
  z.preprocess(
    (data: unknown): unknown => (data === null || typeof data !== 'object' || Array.isArray(data) ? data : (findList(data as Fields, names)?.[1] ?? data)),
    list(item),
  )

/** A page: its list, which may stand alone or under another name, with the cursor beside it (A5). */
export const pageOf = <Page extends z.ZodType>(name: string, page: Page) =>
  z.preprocess((data) => {
    if (Array.isArray(data)) return { [name]: data as unknown }
    if (data === null || typeof data !== 'object') return data
    const [found, list] = findList(data as Fields, [name]) ?? []
    return found === undefined || found === name ? data : { ...data, [name]: list }
  }, page)

/** A record that stands alone, or under its own name (A5). */
export const recordNamed = <Schema extends z.ZodType>(names: readonly string[], record: Schema) =>
  z.preprocess((data) => {
    if (data === null || typeof data !== 'object') return data
    const inner = names.map((name) => (data as Fields)[name]).find((one) => one !== null && typeof one === 'object')
    return inner ?? data
  }, record)
