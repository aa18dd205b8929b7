import { z } from 'zod'

/** A map as it stands in a file: its entries. */
export const entriesOf = (value: z.ZodType) => z.array(z.tuple([z.string(), value]))
