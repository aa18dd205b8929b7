#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { exitCodes, exitCodesHelp, Stop } from './io/exit-codes.ts'
import { handleClosedOutput } from './io/screen.ts'
import { loadSettings, settingsOption } from './io/settings-file.ts'
import { dropWordsAfterUnknown } from './io/unknown-command.ts'

const program = new Command('storefront-proxy')
  .description('Holds the keys of a shop and answers its storefront widgets.')
  .version(manifest.version, '--version', 'print the version')
  .showHelpAfterError('(--help shows arguments and options)')
  .enablePositionalOptions()
  .exitOverride()
  .helpCommand(false)
  .addHelpText('after', '\nScripts rely on exit codes: storefront-proxy help exit-codes')

// The code of a command is loaded when the command runs, so that the proxy starts quickly.
program
  .command('serve')
  .description('Start the proxy with the settings of the environment.')
  .option(...settingsOption)
  .action(async ({ settings }: { settings?: string }) => {
    loadSettings(settings)
    await (await import('../start.ts')).startProxy()
  })
program
  .command('doctor')
  .description('Check settings, keys, services, webhooks, origins and clock, with a remedy for each fault.')
  .option('--json', 'print the findings as JSON')
  .option(...settingsOption)
  .addHelpText('after', `\nExit codes:\n    0  nothing is wrong\n    1  something is wrong\n    ${exitCodes.misused[0]}  wrong usage; nothing was checked`)
  .action(async ({ settings, json }: { settings?: string; json?: boolean }) => {
    loadSettings(settings)
    process.exitCode = await (await import('./doctor-command.ts')).runDoctor({ json: json ?? false })
  })
program
  .command('openapi')
  .description('Print the reference (OpenAPI 3.1) of the proxy, or of a service.')
  .argument('[name]', 'proxy, loyalty or protection', 'proxy')
  .option(...settingsOption)
  .addHelpText('after', '\nThe running proxy has them at /v1/openapi.json, /v1/openapi/loyalty.json and /v1/openapi/protection.json.')
  .action(async (name: string, { settings }: { settings?: string }) => {
    loadSettings(settings)
    if ((await import('./openapi-command.ts')).printDocument(name) !== 0) process.exitCode = exitCodes.misused[0]
  })
later('loyalty', 'Call the loyalty service: members, credits, tiers, benefits, webhooks.', async (...args) =>
  (await import('./service-command.ts')).runServiceCommand('loyalty', ...args),
)
later('protection', 'Call the protection service: quotes, orders, shipments, tracking, claims.', async (...args) =>
  (await import('./service-command.ts')).runServiceCommand('protection', ...args),
)
later('queue', 'Show and repair the jobs of the shop: list, show, retry, drop, stats.', async (...args) =>
  (await import('./queue-command.ts')).runQueueCommand(...args),
)
later('claims', 'Decide about the claims of the protection service: list, show, approve, refuse.', async (...args) =>
  (await import('./claims-command.ts')).runClaimsCommand(...args),
)
later('audit', 'Show what people decided, retried and dropped, and check that nobody changed the log: list, verify.', async (...args) =>
  (await import('./audit-command.ts')).runAuditCommand(...args),
)
later('health', 'Ask the proxy that runs with these settings on this machine whether it is ready.', async (...args) =>
  (await import('./health-command.ts')).runHealthCommand(...args),
)
later('backup', 'Copy the embedded store into a file while the proxy runs, and check the copy.', async (...args) =>
  (await import('./backup-command.ts')).runBackupCommand(...args),
)
later('restore', 'Put a backup into DATA_DIR while the proxy is stopped.', async (...args) => (await import('./backup-command.ts')).runRestoreCommand(...args))
later('migrate', 'Update the tables of the store to this version, or show what an update would do.', async (...args) =>
  (await import('./migrate-command.ts')).runMigrateCommand(...args),
)
later('keys', 'List the keys in the settings without showing them, and change one step by step: list, rotate.', async (...args) =>
  (await import('./keys-command.ts')).runKeysCommand(...args),
)
later('session', 'End the sessions of a customer: revoke.', async (...args) => (await import('./session-command.ts')).runSessionCommand(...args))
later('order-key', 'End the keys of orders that Shopify shows to their buyers: revoke.', async (...args) =>
  (await import('./order-key-command.ts')).runOrderKeyCommand(...args),
)
later('reconcile', "Compare a day's orders of the platform with the reports, and report the missing ones.", async (...args) =>
  (await import('./reconcile-command.ts')).runReconcileCommand(...args),
)
later('webhook', 'Manage the webhooks from the loyalty service to the proxy: register, rotate, list, remove.', async (...args) =>
  (await import('./webhook-command.ts')).runWebhookCommand(...args),
)
program
  .command('help')
  .description('Show the help of a command.')
  .argument('[command...]')
  .action(async (words: string[]) => {
    if (words[0] === 'exit-codes') process.stdout.write(exitCodesHelp())
    else await program.parseAsync(dropWordsAfterUnknown(program, [...words, '--help']), { from: 'user' })
  })

/** A command that parses all its arguments itself. */
function later(name: string, description: string, run: (description: string, words: string[]) => Promise<void>) {
  program
    .command(name)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .argument('[command...]')
    .usage('<command> [options]')
    .action(async (words: string[]) => run(description, words))
}

// A reader may close the pipe early, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (stream === process.stdout) handleClosedOutput()
  })
}
try {
  await program.parseAsync(dropWordsAfterUnknown(program, process.argv.slice(2)), { from: 'user' })
} catch (error) {
  if (error instanceof Stop) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = exitCodes[error.ending][0]
  } else if (error instanceof CommanderError) {
    // Commander has printed what is wrong.
    process.exitCode = error.exitCode === 0 ? exitCodes.done[0] : exitCodes.misused[0]
  } else throw error
}
