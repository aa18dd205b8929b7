import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { exitCodes, exitCodesHelp, Stop } from './io/exit-codes.ts'
import { invocation, runIn, type Invocation } from './io/invocation.ts'
import { outputOfHelp } from './io/screen.ts'
import { loadSettings, settingsOption } from './io/settings-file.ts'
import { dropWordsAfterUnknown } from './io/unknown-command.ts'

/** Runs a command line, with these streams and settings instead of those of the process if they are given. Resolves to the exit code. */
export const runCommandLine = (words: readonly string[], one: Invocation = invocation()): Promise<number> =>
  runIn(one, async () => {
    const program = createProgram()
    try {
      await program.parseAsync(dropWordsAfterUnknown(program, words), { from: 'user' })
      return one.exitCode
    } catch (error) {
      if (error instanceof Stop) {
        one.stderr.write(`${error.message}\n`)
        return exitCodes[error.ending][0]
      }
      // Commander has printed what is wrong.
      if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done[0] : exitCodes.misused[0]
      throw error
    }
  })

function createProgram(): Command {
  const program = new Command('storefront-proxy')
    .description('Holds the keys of a shop and answers its storefront widgets.')
    .version(manifest.version, '--version', 'print the version')
    .showHelpAfterError('(--help shows arguments and options)')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(outputOfHelp())
    .helpCommand(false)
    .addHelpText('after', '\nScripts rely on exit codes: storefront-proxy help exit-codes')

  // The code of a command is loaded when the command runs, so that the proxy starts quickly.
  program
    .command('serve')
    .description('Start the proxy with the settings of the environment.')
    .option(...settingsOption)
    .action(async ({ settings }: { settings?: string }) => {
      loadSettings(settings)
      await (await import('../start.ts')).startProxy(invocation().env)
    })
  program
    .command('doctor')
    .description('Check settings, keys, services, webhooks, origins and clock, with a remedy for each fault.')
    .option('--json', 'print the findings as JSON')
    .option(...settingsOption)
    .addHelpText('after', `\nExit codes:\n    0  nothing is wrong\n    1  something is wrong\n    ${exitCodes.misused[0]}  wrong usage; nothing was checked`)
    .action(async ({ settings, json }: { settings?: string; json?: boolean }) => {
      loadSettings(settings)
      invocation().exitCode = await (await import('./doctor-command.ts')).runDoctor({ json: json ?? false })
    })
  program
    .command('openapi')
    .description('Print the reference (OpenAPI 3.1) of the proxy, or of a service.')
    .argument('[name]', 'proxy, loyalty or protection', 'proxy')
    .option(...settingsOption)
    .addHelpText('after', '\nThe running proxy has them at /v1/openapi.json, /v1/openapi/loyalty.json and /v1/openapi/protection.json.')
    .action(async (name: string, { settings }: { settings?: string }) => {
      loadSettings(settings)
      if ((await import('./openapi-command.ts')).printDocument(name) !== 0) invocation().exitCode = exitCodes.misused[0]
    })
  later(
    program,
    'manual',
    'Print the manual, and the files to deploy and to watch the proxy: systemd, compose, Kubernetes, alerts, dashboard.',
    async (...args) => (await import('./manual-command.ts')).runManualCommand(...args),
  )
  later(program, 'loyalty', 'Call the loyalty service: members, credits, tiers, benefits, webhooks.', async (...args) =>
    (await import('./service-command.ts')).runServiceCommand('loyalty', ...args),
  )
  later(program, 'protection', 'Call the protection service: quotes, orders, shipments, tracking, claims.', async (...args) =>
    (await import('./service-command.ts')).runServiceCommand('protection', ...args),
  )
  later(program, 'queue', 'Show and repair the jobs of the shop: list, show, retry, drop, stats.', async (...args) =>
    (await import('./queue-command.ts')).runQueueCommand(...args),
  )
  later(program, 'claims', 'Decide about the claims of the protection service: list, show, approve, refuse.', async (...args) =>
    (await import('./claims-command.ts')).runClaimsCommand(...args),
  )
  later(program, 'audit', 'Show what people decided, retried and dropped, and check that nobody changed the log: list, verify.', async (...args) =>
    (await import('./audit-command.ts')).runAuditCommand(...args),
  )
  later(program, 'health', 'Ask the proxy that runs with these settings on this machine whether it is ready.', async (...args) =>
    (await import('./health-command.ts')).runHealthCommand(...args),
  )
  later(program, 'backup', 'Copy the embedded store into a file while the proxy runs, and check the copy.', async (...args) =>
    (await import('./backup-command.ts')).runBackupCommand(...args),
  )
  later(program, 'restore', 'Put a backup into DATA_DIR while the proxy is stopped.', async (...args) =>
    (await import('./backup-command.ts')).runRestoreCommand(...args),
  )
  later(program, 'migrate', 'Update the tables of the store to this version, or show what an update would do.', async (...args) =>
    (await import('./migrate-command.ts')).runMigrateCommand(...args),
  )
  later(program, 'keys', 'List the keys in the settings without showing them, and change one step by step: list, rotate.', async (...args) =>
    (await import('./keys-command.ts')).runKeysCommand(...args),
  )
  later(program, 'session', 'End the sessions of a customer: revoke.', async (...args) => (await import('./session-command.ts')).runSessionCommand(...args))
  later(program, 'order-key', 'End the keys of orders that Shopify shows to their buyers: revoke.', async (...args) =>
    (await import('./order-key-command.ts')).runOrderKeyCommand(...args),
  )
  later(program, 'reconcile', "Compare a day's orders of the platform with the reports, and report the missing ones.", async (...args) =>
    (await import('./reconcile-command.ts')).runReconcileCommand(...args),
  )
  later(program, 'webhook', 'Manage the webhooks from the loyalty service to the proxy: register, rotate, list, remove.', async (...args) =>
    (await import('./webhook-command.ts')).runWebhookCommand(...args),
  )
  program
    .command('help')
    .description('Show the help of a command.')
    .argument('[command...]')
    .action(async (words: string[]) => {
      if (words[0] === 'exit-codes') invocation().stdout.write(exitCodesHelp())
      else await program.parseAsync(dropWordsAfterUnknown(program, [...words, '--help']), { from: 'user' })
    })
  return program
}

/** A command that parses all its arguments itself. */
function later(program: Command, name: string, description: string, run: (description: string, words: string[]) => Promise<void>) {
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
