import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { merchantSettings, type MerchantConfig } from '../merchant/merchant-settings.ts'

const settings = z.object({ DATABASE_URL: merchantSettings.DATABASE_URL, DATA_DIR: merchantSettings.DATA_DIR })

/** Reads where the store is, and no other setting. Throws a {@link ConfigError} for what is malformed. */
export function readStore(env: Readonly<Record<string, string | undefined>>): MerchantConfig['store'] {
  const given = Object.fromEntries(Object.keys(settings.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])))
  const read = settings.safeParse(given)
  if (!read.success) throw new ConfigError(read.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`))
  return read.data.DATABASE_URL ? { url: read.data.DATABASE_URL } : { folder: read.data.DATA_DIR }
}
