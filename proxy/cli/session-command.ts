import { Stop } from './io/exit-codes.ts'
import { runSubcommands } from './command.ts'
import { withStores } from './stores.ts'
import { note, openScreen } from './io/screen.ts'
import { toEscapedJson } from './io/terminal-text.ts'

interface RevokeOptions {
  customer: string
  json?: boolean
}

/** Runs a subcommand of `session`, and sets the exit code. */
export const runSessionCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'session', description, words }, (add) => {
    add('revoke', 'End all open sessions of a customer, in every instance, within seconds. The customer can sign in again.')
      .requiredOption('--customer <id>', "the shop's customer id")
      .action(async (options: RevokeOptions) => revoke(options))
  })

async function revoke({ customer, json = false }: RevokeOptions) {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(customer))
    throw new Stop('misused', ['--customer is no customer id: 1 to 64 letters, digits, "-" and "_". Take it from the shop.'])
  await withStores((stores) => stores.revokeSessions(customer))
  if (json) await openScreen().print(toEscapedJson({ revoked: customer }, 2))
  else note(`Every session of customer ${customer} that is open now ends within 5 seconds.`)
}
