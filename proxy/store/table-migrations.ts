import { sql, type CreateTableBuilder } from 'kysely'
import { forbidChanges } from './append-only.ts'
import type { Database } from './database.ts'
import type { Tx } from './tables.ts'

/*
 * Migrations that create tables and add columns, oldest first. They stay as they were released: `tables.ts` has the tables as they are now.
 */

/** The column type for milliseconds since 1970, which need more than four bytes. */
export const wide = (kind: Database['kind']) => (kind === 'postgres' ? 'bigint' : 'integer')

/** The column type for text that sorts by its bytes, so that all programs lock rows in the same order. */
const named = (kind: Database['kind']) => (kind === 'postgres' ? sql`text collate "C"` : 'text')

const strictIn =
  (kind: Database['kind']) =>
  <Builder extends CreateTableBuilder<string, string>>(table: Builder) =>
    (kind === 'sqlite' ? table.modifyEnd(sql`strict`) : table) as Builder

const countedIn = (kind: Database['kind']) => (table: CreateTableBuilder<string, never>) =>
  kind === 'sqlite'
    ? table.addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('seq', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())

/** Creates the tables of the first version. */
export async function createTables(tx: Tx, kind: Database['kind']) {
  await createJobTable(tx, kind)
  await createOrderingKeyTable(tx, kind)
  await createFactTable(tx, kind)
  await createDeliveryTable(tx, kind)
  await createInvalidationTable(tx, kind)
  await createClaimTable(tx, kind)
}

/** `work` holds the jobs. */
async function createJobTable({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const name = named(kind)
  const strict = strictIn(kind)
  const counted = countedIn(kind)
  await strict(
    counted(schema.createTable('work'))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('lane', name, (column) => column.notNull())
      .addColumn('rank', 'integer', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('once', 'text', (column) => column.unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('doubtful', 'integer', (column) => column.notNull())
      .addColumn('notes', 'text', (column) => column.notNull())
      .addColumn('result', 'text', (column) => column.notNull())
      .addColumn('waits_for', 'text')
      .addColumn('missing_since', number)
      .addColumn('accepted_at', number, (column) => column.notNull())
      .addColumn('began_at', number, (column) => column.notNull())
      .addColumn('due_at', number, (column) => column.notNull())
      .addColumn('settled_at', number),
  ).execute()
  const waiting = sql<boolean>`state = 'waiting'`
  const index = (name: string, ...columns: string[]) => schema.createIndex(name).on('work').columns(columns)
  await index('work_heads', 'lane', 'rank', 'seq')
    .where(waiting)
    .where(sql<boolean>`waits_for is null`)
    .execute()
  await index('work_sleepers', 'lane', 'due_at')
    .where(waiting)
    .where(sql<boolean>`waits_for is not null`)
    .execute()
  await index('work_wanted', 'waits_for')
    .where(waiting)
    .where(sql<boolean>`waits_for is not null`)
    .execute()
  await index('work_subjects', 'subject', 'seq').execute()
  await index('work_orders', 'order_id', 'seq')
    .where(sql<boolean>`order_id is not null`)
    .execute()
  await index('work_states', 'state', 'due_at')
    .where(sql<boolean>`state <> 'waiting'`)
    .execute()
  await index('work_waiting', 'kind', 'accepted_at').where(waiting).execute()
}

/** `lanes` holds the ordering keys of the waiting jobs. */
async function createOrderingKeyTable({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const name = named(kind)
  const strict = strictIn(kind)
  await strict(
    schema
      .createTable('lanes')
      .addColumn('lane', name, (column) => column.primaryKey())
      .addColumn('next_due', number, (column) => column.notNull())
      .addColumn('fresh', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('lease_until', number, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('lanes_due').on('lanes').column('next_due').execute()
  await schema
    .createIndex('lanes_fresh')
    .on('lanes')
    .column('next_due')
    .where(sql<boolean>`fresh = 1`)
    .execute()
  await schema
    .createIndex('lanes_owned')
    .on('lanes')
    .column('owner')
    .where(sql<boolean>`owner is not null`)
    .execute()
}

async function createFactTable({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const strict = strictIn(kind)
  await strict(
    schema
      .createTable('facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('changed_at', number, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('facts_age').on('facts').column('changed_at').execute()
}

async function createDeliveryTable({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const name = named(kind)
  const strict = strictIn(kind)
  await strict(
    schema
      .createTable('deliveries')
      .addColumn('key', name, (column) => column.primaryKey())
      .addColumn('works', 'text', (column) => column.notNull())
      .addColumn('arrived_at', number, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('deliveries_age').on('deliveries').column('arrived_at').execute()
}

/** `notices` holds the invalidations. */
async function createInvalidationTable({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const strict = strictIn(kind)
  const counted = countedIn(kind)
  await strict(
    counted(schema.createTable('notices'))
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('customer', 'text')
      .addColumn('noted_at', number, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('notices_age').on('notices').column('noted_at').execute()
}

async function createClaimTable({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const strict = strictIn(kind)
  await strict(
    schema
      .createTable('claims')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('reply_status', 'integer')
      .addColumn('reply', 'text')
      .addColumn('amount', 'text')
      .addColumn('created_at', number, (column) => column.notNull())
      .addColumn('settled_at', number)
      .addColumn('decided_by', 'text')
      .addColumn('work_id', 'text'),
  ).execute()
  await schema.createIndex('claims_orders').on('claims').columns(['order_id', 'created_at']).execute()
  await schema.createIndex('claims_states').on('claims').columns(['state', 'created_at']).execute()
}

export async function addRedemptions({ schema }: Tx, kind: Database['kind']) {
  const number = wide(kind)
  const strict = strictIn(kind)
  await strict(
    schema
      .createTable('redemptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('cents', number, (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('ledger_before', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('requested_at', number, (column) => column.notNull())
      .addColumn('deadline', number, (column) => column.notNull())
      .addColumn('step_until', number, (column) => column.notNull())
      .addColumn('settled_at', number)
      .addColumn('movement', 'text')
      .addColumn('code', 'text')
      .addColumn('code_cents', number),
  ).execute()
  const unique = (name: string, ...columns: string[]) => schema.createIndex(name).unique().on('redemptions').columns(columns)
  await unique('redemptions_keys', 'customer', 'key').execute()
  await unique('redemptions_open', 'customer')
    .where(sql<boolean>`state in ('reading', 'sending', 'pending')`)
    .execute()
  await unique('redemptions_movements', 'customer', 'movement').execute()
  await schema.createIndex('redemptions_age').on('redemptions').column('requested_at').execute()

  await strict(
    schema
      .createTable('proofs')
      .addColumn('name', named(kind), (column) => column.primaryKey())
      .addColumn('until_at', number, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('proofs_age').on('proofs').column('until_at').execute()
}

export async function addFailedLookups({ schema }: Tx, kind: Database['kind']) {
  await strictIn(kind)(
    schema
      .createTable('tries')
      .addColumn('name', named(kind), (column) => column.primaryKey())
      .addColumn('misses', 'integer', (column) => column.notNull())
      .addColumn('until_at', wide(kind), (column) => column.notNull()),
  ).execute()
  await schema.createIndex('tries_age').on('tries').column('until_at').execute()
}

export async function addRevocations({ schema }: Tx, kind: Database['kind']) {
  await strictIn(kind)(
    schema
      .createTable('revocations')
      .addColumn('customer', named(kind), (column) => column.primaryKey())
      .addColumn('revoked_at', wide(kind), (column) => column.notNull()),
  ).execute()
}

export async function addShop({ schema }: Tx, kind: Database['kind']) {
  await strictIn(kind)(
    schema
      .createTable('shop')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull()),
  ).execute()
}

/** Adds columns that are null in the rows of older versions. Instances of such a version may still add rows. */
export async function addJobTraits({ schema }: Tx) {
  for (const name of ['manual', 'keeps_body']) await schema.alterTable('work').addColumn(name, 'integer').execute()
}

export async function addAudit(tx: Tx, kind: Database['kind']) {
  await strictIn(kind)(
    tx.schema
      .createTable('audit')
      .addColumn('seq', wide(kind), (column) => column.primaryKey())
      .addColumn('at', wide(kind), (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('via', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('prev', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull().unique()),
  ).execute()
  await forbidChanges(tx, kind, 'audit')
}

/** Lets the entries about one claim, report or order be found without reading the whole log, which only grows. */
export async function addAuditSubjects({ schema }: Tx) {
  await schema.createIndex('audit_subjects').on('audit').columns(['subject', 'seq']).execute()
}

export async function addFigures({ schema }: Tx, kind: Database['kind']) {
  await strictIn(kind)(
    schema
      .createTable('figures')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('lang', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('events', wide(kind), (column) => column.notNull())
      .addColumn('cents', wide(kind), (column) => column.notNull())
      .addPrimaryKeyConstraint('figures_key', ['day', 'lang', 'name', 'currency']),
  ).execute()
}
