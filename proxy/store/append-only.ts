import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tx } from './tables.ts'

/**
 * Lets SQLite skip an entry of the audit log that would replace others (`insert or replace`): it deletes those without asking the triggers of deletions
 * (https://sqlite.org/lang_conflict.html). PostgreSQL has no such statement.
 */
export async function forbidReplacing(tx: Tx, kind: Database['kind']) {
  if (kind !== 'sqlite') return
  await sql`create trigger if not exists audit_no_replace before insert on audit
    when exists (select 1 from audit where seq = new.seq or prev = new.prev or hash = new.hash)
    begin select raise(ignore); end`.execute(tx)
}

/** Makes a table append-only: the store itself refuses to change or delete its rows, whatever program tries. */
export async function forbidChanges(tx: Tx, kind: Database['kind'], table: string) {
  const message = `rows of ${table} cannot be changed or deleted`
  if (kind === 'sqlite') {
    for (const change of ['update', 'delete']) {
      const trigger = sql.ref(`${table}_no_${change}`)
      await sql`create trigger ${trigger} before ${sql.raw(change)} on ${sql.table(table)} begin select raise(abort, ${sql.lit(message)}); end`.execute(tx)
    }
    return
  }
  const refuse = sql.ref(`refuse_changes_of_${table}`)
  await sql`create or replace function ${refuse}() returns trigger language plpgsql as ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(tx)
  await sql`create trigger ${sql.ref(`${table}_no_change`)} before update or delete on ${sql.table(table)} for each row execute function ${refuse}()`.execute(
    tx,
  )
  await sql`create trigger ${sql.ref(`${table}_no_truncate`)} before truncate on ${sql.table(table)} execute function ${refuse}()`.execute(tx)
}
