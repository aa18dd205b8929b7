#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { exitCodes, exitCodesHelp } from './exit-codes.ts'

const program = new Command('storefront-proxy')
  .description('Holds the keys of a shop and answers its storefront widgets.')
  .showHelpAfterError('(add --help to see what it takes)')
  .enablePositionalOptions()
  .exitOverride()
  .helpCommand(false)
  .addHelpText('after', '\nScripts rely on exit codes: storefront-proxy help exit-codes')

// Each command's own code is loaded when it is asked for, so that the proxy starts as quickly as without them.
program
  .command('serve')
  .description('Start the proxy with the settings of the environment.')
  .action(async () => (await import('../start.ts')).startProxy())
program
  .command('doctor')
  .description('See whether settings, services, addresses and clock are as the proxy needs them.')
  .option('--json', 'print one JSON object')
  .action(async (options: { json?: boolean }) => {
    process.exitCode = await (await import('./doctor.ts')).runDoctor(options)
  })
program
  .command('openapi')
  .description('Print the reference of the proxy, or of a service (OpenAPI 3.1).')
  .argument('[name]', 'proxy, loyalty or protection', 'proxy')
  .action(async (name: string) => {
    process.exitCode = (await import('./openapi.ts')).printDocument(name)
  })
later('loyalty', 'Call the loyalty service: members, credits, tiers, benefits, webhooks.', async (...told) =>
  (await import('./service-command.ts')).runServiceCommand('loyalty', ...told),
)
later('protection', 'Call the protection service: quotes, orders, shipments, tracking, claims.', async (...told) =>
  (await import('./service-command.ts')).runServiceCommand('protection', ...told),
)
program
  .command('help')
  .description('Show what a command takes.')
  .argument('[command...]')
  .action(async (words: string[]) => {
    if (words[0] === 'exit-codes') process.stdout.write(exitCodesHelp())
    else await program.parseAsync([...words, '--help'], { from: 'user' })
  })

/** A command that reads all its words by itself. */
function later(name: string, description: string, act: (description: string, words: string[]) => Promise<void>) {
  program
    .command(name)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .argument('[words...]')
    .usage('<command> [options]')
    .action(async (words: string[]) => act(description, words))
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  // Commander has said what is wrong.
  process.exitCode = error.exitCode === 0 ? exitCodes.done[0] : exitCodes.misused[0]
}
