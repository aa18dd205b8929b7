import { runSubcommands } from './command.ts'
import { note, openScreen } from './io/screen.ts'
import { createTable, omittedFieldsLines } from './io/table.ts'
import { toEscapedJson, escapeControls } from './io/terminal-text.ts'
import { withRegistrations, type Registrations, madeAt, type Registration } from './webhook-registrations.ts'
import { type WebhookDto, loyaltyService } from '../upstream/loyalty.ts'
import { Stop } from './io/exit-codes.ts'
import { readConfig } from '../config/config.ts'
import { lastDeliveryByToken } from '../loyalty-webhooks/recent-deliveries.ts'
import { nameOfToken } from '../loyalty-webhooks/webhook-tokens.ts'
import { confirm } from './io/confirm.ts'

const nameOption = ['--name <text>', 'what the service calls it', 'storefront-proxy'] as const
const yesOption = ['-y, --yes', 'do not ask before it is removed'] as const

/** Runs a command about the loyalty service's webhooks, as its words say, and leaves its exit code. */
export const runWebhookCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'webhook', description, words }, (add) => {
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

/** Shows what the service tells of events, and which of it is the proxy. */
const list = ({ json }: { json?: boolean }) =>
  withRegistrations(async (registrations) => {
    const all = (await registrations.list()).map(({ kind, ours, ...record }) => ({ kind, ours, ...record }))
    const screen = openScreen()
    if (json) return screen.print(toEscapedJson(all, 2))
    if (all.length === 0) return note(`Nothing is registered. To register ${registrations.address}: storefront-proxy webhook register`)
    const rows = all.map(({ ours, ...record }) => ({ ...record, ours: ours ? 'yes' : 'no' }))
    const table = createTable(rows, ['kind', 'id', 'ours', 'callbackUrl', 'topic', 'name', 'createdAt'], screen)
    await screen.print(table.header, ...rows.map((row) => table.line(row)))
    note(...omittedFieldsLines(table))
  })

/** How a command answers, and what a webhook is called. */
interface RegisterOptions {
  json?: boolean
  name: string
}

/** Registers the proxy's address, unless it is registered already. */
const register = ({ json, name }: RegisterOptions) =>
  withRegistrations(async (registrations) => {
    const { address } = registrations
    const [there] = await registrations.ours()
    if (there) {
      if (json) await openScreen().print(toEscapedJson({ registered: false, webhook: there }, 2))
      note(
        `${address} is registered already (${escapeControls(there.id)}).`,
        'Its token was shown once, and is not shown again; where it is lost, get another one: storefront-proxy webhook rotate',
      )
      return
    }
    await showToken(await addNew(registrations, name), json)
    note(
      `Registered for ${address}; above is its token, which is shown this once.`,
      'Put it into LOYALTY_WEBHOOK_TOKENS of the proxy, and restart the proxy; what came meanwhile, the service sends again.',
    )
  })

/** Registers another webhook; one without a token could never be known. */
async function addNew({ add, remove }: Registrations, name: string): Promise<WebhookDto & { token: string }> {
  const made = await add(name)
  if (made.token) return { ...made, token: made.token }
  await remove(made.id)
  throw new Stop('refused', ['The service has named no token, and deliveries without one would not be taken; it was removed again.'])
}

/** The token alone goes to standard output. */
async function showToken({ token, ...webhook }: WebhookDto & { token: string }, json = false) {
  await openScreen().print(json ? toEscapedJson({ registered: true, webhook, token }, 2) : escapeControls(token))
}

/** Registers a second webhook beside the first, so that both tokens are good until the change is finished. */
const beginRotation = ({ json, name }: RegisterOptions) =>
  withRegistrations(async (registrations) => {
    const { address } = registrations
    const [there, ...more] = await registrations.ours()
    if (!there) throw new Stop('misused', [`None is registered for ${address}; the first one is made by: storefront-proxy webhook register`])
    if (more.length > 0) throw new Stop('misused', ['A change of tokens is under way; end it first: storefront-proxy webhook rotate --finish'])
    await showToken(await addNew(registrations, name), json)
    note(
      `Registered a second time for ${address}; above is the new token, which is shown this once. Every event is sent to both.`,
      '1. Put it in front of the old one, with a comma between: LOYALTY_WEBHOOK_TOKENS=<new>,<old>',
      '2. Restart the proxy, all instances of it.',
      '3. Once deliveries have come with both: storefront-proxy webhook rotate --finish',
      '4. Take the old token out of LOYALTY_WEBHOOK_TOKENS.',
    )
  })

/** Ends a change of tokens: the newest webhook stays, the others go. */
const finishRotation = ({ json, yes }: RemoveOptions) =>
  withRegistrations(async (registrations) => {
    const all = await registrations.ours()
    const [newest, ...others] = [...all].reverse()
    if (!newest) throw new Stop('misused', [`None is registered for ${registrations.address}.`])
    if (others.length === 0) return note('Nothing is to be finished: one webhook is registered.')
    note(await tellSeen(all.length, madeAt(newest)))
    await removeAll(others.reverse(), registrations, { yes })
    if (json) await openScreen().print(toEscapedJson({ kept: newest.id, removed: others.map(({ id }) => id) }, 2))
    note('Take the old token out of LOYALTY_WEBHOOK_TOKENS, and restart the proxy.')
  })

/** Whether deliveries have come with as many tokens as there are webhooks: then each is known, and the old one can go. */
async function tellSeen(webhooks: number, since: number): Promise<string> {
  let coming: number
  try {
    const { store, loyaltyWebhookTokens } = readConfig(process.env)
    const seen = await lastDeliveryByToken(store)
    coming = loyaltyWebhookTokens.filter((token) => (seen.get(nameOfToken(token)) ?? 0) >= since).length
  } catch (error) {
    return `Whether deliveries have come with the new token cannot be looked up here. ${(error as Error).message}`
  }
  return coming >= webhooks
    ? 'Deliveries have come with each token since: the new one works.'
    : `Deliveries have come with ${coming} of ${webhooks} tokens since the newest was made: events may be lost if the proxy does not know that one yet.`
}

/** How a command that removes answers, and whether it asks. */
interface RemoveOptions {
  json?: boolean
  yes?: boolean
}

/** Removes a webhook: that of this id, or the one that leads to the proxy. */
const remove = (id: string | undefined, { json, yes }: RemoveOptions) =>
  withRegistrations(async (registrations) => {
    const webhooks = (await registrations.list()).filter(({ kind }) => kind === 'webhook')
    const meant = webhooks.filter((one) => (id === undefined ? one.ours : one.id === id))
    if (meant.length === 0)
      throw new Stop('misused', [id === undefined ? `None is registered for ${registrations.address}.` : 'There is no webhook of this id.', ...named(webhooks)])
    if (meant.length > 1) throw new Stop('misused', ['Several lead to the proxy; say which one to remove.', ...named(meant)])
    await removeAll(meant, registrations, { yes })
    if (json) await openScreen().print(toEscapedJson({ removed: meant.map((one) => one.id) }, 2))
    if (meant[0]!.ours) note('From now on the proxy sees changes when it next asks, within a minute.')
  })

/** Removes them, once a person has said so. */
async function removeAll(webhooks: readonly Registration[], { remove, where, signal }: Registrations, { yes = false }: RemoveOptions) {
  for (const webhook of webhooks) {
    const { id, callbackUrl, name } = webhook
    await confirm(loyaltyService.deleteWebhook, { id, callbackUrl, ...(name && { name }) }, { yes, where, signal })
    await remove(id)
    note(`Removed: ${escapeControls(id)}`)
  }
}

const named = (webhooks: readonly Registration[]) => webhooks.map(({ id, callbackUrl }) => `  ${id}  ${callbackUrl}`)
