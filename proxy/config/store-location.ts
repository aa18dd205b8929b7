import { z } from 'zod'

/** The settings that locate the store. Commands that need the store read these alone. */
export const storeLocation = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is no address of a PostgreSQL database; "postgresql://user:password@host:5432/name", for example' })
    .optional()
    .describe('PostgreSQL that several instances share; absent: an embedded store in `DATA_DIR`, for one instance'),
  DATA_DIR: z.string().default('data').describe('Folder of the embedded store, on a disk that outlives restarts'),
}
