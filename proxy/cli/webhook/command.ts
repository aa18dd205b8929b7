import { runOneOf } from '../frame.ts'
import { list } from './list.ts'
import { register, type RegisterOptions } from './register.ts'
import { remove, type RemoveOptions } from './remove.ts'
import { beginRotation, finishRotation } from './rotate.ts'

const nameOption = ['--name <text>', 'what the service calls it', 'storefront-proxy'] as const
const yesOption = ['-y, --yes', 'do not ask before it is removed'] as const

/** Runs a command about the loyalty service's webhooks, as its words say, and leaves its exit code. */
export const runWebhookCommand = (description: string, words: string[]) =>
  runOneOf({ name: 'webhook', description, words }, (add) => {
    add('register', 'Register the proxy for all events, and print the token that deliveries will carry.')
      .option(...nameOption)
      .action(async (options: RegisterOptions) => register(options))
    add('rotate', 'Change the token without losing an event: register a second webhook, later remove the first.')
      .option(...nameOption)
      .option('--finish', 'remove the first, once deliveries have come with both tokens')
      .option(...yesOption)
      .action(async ({ finish, ...options }: RegisterOptions & RemoveOptions & { finish?: boolean }) => (finish ? finishRotation : beginRotation)(options))
    add('list', 'List what the service tells of events.').action(async (options: { json?: boolean }) => list(options))
    add('remove', 'Remove a webhook.')
      .argument('[id]', 'which one; absent: the one that leads to the proxy')
      .option(...yesOption)
      .action(async (id: string | undefined, options: RemoveOptions) => remove(id, options))
  })
