import { ConfigError } from '../config/config-error.ts'
import type { Database } from './database.ts'

/** Marks an unused store as this shop’s. Rejects with a {@link ConfigError} if it belongs to another shop, whose jobs would run with the wrong keys. */
export async function requireShop({ kind, transact }: Database, name: string) {
  const { name: owner } = await transact(async (tx) => {
    await tx
      .insertInto('shop')
      .values({ id: 1, name })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return tx.selectFrom('shop').select('name').where('id', '=', 1).executeTakeFirstOrThrow()
  })
  refuseOther(kind, owner, name)
}

/** Checks the same for a command that runs beside the proxy, but marks nothing. */
export async function checkShop({ kind, store }: Database, name: string) {
  const marked = await store.selectFrom('shop').select('name').where('id', '=', 1).executeTakeFirst()
  refuseOther(kind, marked?.name ?? name, name)
}

function refuseOther(kind: Database['kind'], owner: string, name: string) {
  if (owner === name) return
  const [setting, store] = kind === 'postgres' ? ['DATABASE_URL', 'a database'] : ['DATA_DIR', 'a folder']
  throw new ConfigError([
    `${setting} names the store of the shop "${owner}", but this proxy belongs to the shop "${name}" (SHOP_NAME, or else PUBLIC_URL). ` +
      `Give each shop ${store} of its own. If this is the same shop under another address, set SHOP_NAME=${owner}.`,
  ])
}
