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
  .showHelpAfterError('(add --help to see what it takes)')
  .enablePositionalOptions()
  .exitOverride()
  .helpCommand(false)
  .addHelpText('after', '\nScripts rely on exit codes: storefront-proxy help exit-codes')

// Each command's own code is loaded when it is asked for, so that the proxy starts as quickly as without them.
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
  .description('Check settings, keys, services, webhooks, origins and clock; say what to do about what is wrong.')
  .option('--json', 'print the findings as JSON')
  .option(...settingsOption)
  .addHelpText('after', `\nExit codes:\n    0  nothing is wrong\n    1  something is wrong\n    ${exitCodes.misused[0]}  wrong usage; nothing was looked at`)
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
later('loyalty', 'Call the loyalty service: members, credits, tiers, benefits, webhooks.', async (...told) =>
  (await import('./service-command.ts')).runServiceCommand('loyalty', ...told),
)
later('protection', 'Call the protection service: quotes, orders, shipments, tracking, claims.', async (...told) =>
  (await import('./service-command.ts')).runServiceCommand('protection', ...told),
)
later('queue', 'See and mend what the shop has reported: list, show, retry, drop, stats.', async (...told) =>
  (await import('./queue-command.ts')).runQueueCommand(...told),
)
later('claims', 'Decide what the protection service wants done about claims: list, show, approve, refuse.', async (...told) =>
  (await import('./claims-command.ts')).runClaimsCommand(...told),
)
later('session', 'End the sessions of a customer: revoke.', async (...told) => (await import('./session-command.ts')).runSessionCommand(...told))
later('reconcile', "Hold a day's orders of the platform against what was reported of them, and report what is not there.", async (...told) =>
  (await import('./reconcile-command.ts')).runReconcileCommand(...told),
)
later('webhook', 'Have the loyalty service tell the proxy of changes: register, rotate its token, list, remove.', async (...told) =>
  (await import('./webhook-command.ts')).runWebhookCommand(...told),
)
program
  .command('help')
  .description('Show what a command takes.')
  .argument('[command...]')
  .action(async (words: string[]) => {
    if (words[0] === 'exit-codes') process.stdout.write(exitCodesHelp())
    else await program.parseAsync(dropWordsAfterUnknown(program, [...words, '--help']), { from: 'user' })
  })

/** A command that reads all its words by itself. */
function later(name: string, description: string, act: (description: string, words: string[]) => Promise<void>) {
  program
    .command(name)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .argument('[command...]')
    .usage('<command> [options]')
    .action(async (words: string[]) => act(description, words))
}

// Whoever reads may have seen enough, as `head` has.
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
    // Commander has said what is wrong.
    process.exitCode = error.exitCode === 0 ? exitCodes.done[0] : exitCodes.misused[0]
  } else throw error
}
