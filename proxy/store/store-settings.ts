import { z } from 'zod'
import { ConfigError } from '../config/config-error.ts'
import { address } from '../upstream/web-address.ts'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import { storeLocation } from '../config/store-location.ts'

const whereSettings = z.object(storeLocation)

type Environment = Readonly<Record<string, string | undefined>>

/** The shop that the settings name; undefined if they name none, because a command needs only the settings of the store. */
export const readShopName = (env: Environment) => env.SHOP_NAME?.trim() || address.safeParse(env.PUBLIC_URL?.trim()).data

/** Reads only the settings that locate the store. Throws a {@link ConfigError} if one is malformed. */
export function readStore(env: Environment): MerchantConfig['store'] {
  const given = Object.fromEntries(Object.keys(whereSettings.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])))
  const read = whereSettings.safeParse(given)
  if (!read.success) throw new ConfigError(read.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`))
  return read.data.DATABASE_URL ? { url: read.data.DATABASE_URL } : { folder: read.data.DATA_DIR }
}
