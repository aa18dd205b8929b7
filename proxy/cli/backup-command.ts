import type { BackupSummary } from '../store/backup.ts'
import { readShopName, readStore } from '../store/store-settings.ts'
import { runCommand } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { note, openScreen } from './io/screen.ts'
import { settingsOption } from './io/settings-file.ts'
import { toEscapedJson } from './io/terminal-text.ts'
import { invocation } from './io/invocation.ts'

const jsonOption = ['--json', 'print what the backup holds as JSON'] as const

interface BackupOptions {
  json?: boolean
  replace?: boolean
}

/** Runs `backup`, and sets the exit code. */
export const runBackupCommand = (description: string, words: string[]) =>
  runCommand({ name: 'backup', description, words }, (command) =>
    command
      .argument('<file>', 'new file for the backup; it holds personal data, as the store does')
      .option(...jsonOption)
      .option(...settingsOption)
      .action(async (file: string, { json }: BackupOptions) => {
        const folder = folderOfStore('pg_dump --format=custom --file=FILE "$DATABASE_URL"')
        const { backUp } = await import('../store/backup.ts')
        const summary = await backUp(folder, file)
        await print(summary, json)
        note(`${file} holds everything that was accepted before the command started. It was checked, and is on disk.`)
      }),
  )

/** Runs `restore`, and sets the exit code. */
export const runRestoreCommand = (description: string, words: string[]) =>
  runCommand({ name: 'restore', description, words }, (command) =>
    command
      .argument('<file>', 'file that "storefront-proxy backup" has written')
      .option('--replace', 'set the store in DATA_DIR aside, into a folder beside it')
      .option(...jsonOption)
      .option(...settingsOption)
      .action(async (file: string, { json, replace = false }: BackupOptions) => {
        const folder = folderOfStore('pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE')
        const { restore } = await import('../store/backup.ts')
        const { replaced, ...summary } = await restore(file, folder, { shop: readShopName(invocation().env), replaces: replace })
        await print(summary, json)
        if (replaced !== undefined) note(`The store that was there is in ${replaced}. Delete it when it is no longer needed: it holds personal data.`)
        note(...afterRestore)
      }),
  )

/** What a restored store cannot know, and the remedies. */
const afterRestore = [
  'The store is restored. Jobs that were not done when the backup was taken run when the proxy starts; those that may have been done since are checked first.',
  'What was accepted after the backup is not in it. Report the orders that are missing: storefront-proxy reconcile --day YYYY-MM-DD --send',
  'Sessions that were revoked after the backup are open again. To end all sessions, set SESSIONS_SINCE to the present time.',
]

function folderOfStore(commandOfPostgres: string): string {
  const store = readStore(invocation().env)
  if ('folder' in store) return store.folder
  throw new Stop('misused', ['DATABASE_URL is set, and PostgreSQL has its own commands, which work while the proxy runs:', `  ${commandOfPostgres}`])
}

async function print(summary: BackupSummary, json = false) {
  const { version, shop, jobs, bytes } = summary
  const states = Object.entries(jobs).map(([state, count]) => `${count} ${state}`)
  const line = `shop ${shop ?? 'none yet'}, version ${version}, ${bytes} bytes, jobs: ${states.join(', ') || 'none'}`
  await openScreen().print(json ? toEscapedJson(summary, 2) : line)
}
