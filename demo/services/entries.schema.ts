import { z } from 'zod'

/** Makes the schema of a map in a file: a list of its entries. */
export const entriesOf = (value: z.ZodType) => z.array(z.tuple([z.string(), value]))
