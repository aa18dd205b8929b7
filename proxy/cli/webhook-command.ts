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
import { invocation } from './io/invocation.ts'

const nameOption = ['--name <text>', 'name of the webhook at the service', 'storefront-proxy'] as const
const yesOption = ['-y, --yes', 'remove without asking for confirmation'] as const

/** Runs a subcommand of `webhook`, and sets the exit code. */
export const runWebhookCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'webhook', description, words }, (add) => {
    add('register', 'Register the proxy for all events, and print the token of its deliveries.')
      .option(...nameOption)
      .action(async (options: RegisterOptions) => register(options))
    add('rotate', 'Change the token without losing an event: register a second webhook, and later remove the first.')
      .option(...nameOption)
      .option('--finish', 'remove the first webhook, after deliveries with both tokens have arrived')
      .option(...yesOption)
      .action(async ({ finish, ...options }: RegisterOptions & RemoveOptions & { finish?: boolean }) => (finish ? finishRotation : beginRotation)(options))
    add('list', 'List the webhooks and subscriptions at the service.').action(async (options: { json?: boolean }) => list(options))
    add('remove', 'Remove a webhook.')
      .argument('[id]', 'id of the webhook; absent: the webhook to the proxy')
      .option(...yesOption)
      .action(async (id: string | undefined, options: RemoveOptions) => remove(id, options))
  })

/** Lists the webhooks and subscriptions, and marks those that lead to the proxy. */
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

/** The options of `register` and `rotate`. */
interface RegisterOptions {
  json?: boolean
  name: string
}

/** Registers the proxy's address, unless it is registered already. */
const register = ({ json, name }: RegisterOptions) =>
  withRegistrations(async (registrations) => {
    const { address } = registrations
    const [existing] = await registrations.ours()
    if (existing) {
      if (json) await openScreen().print(toEscapedJson({ registered: false, webhook: existing }, 2))
      note(
        `${address} is registered already (${escapeControls(existing.id)}).`,
        'Its token was shown once. If the token is lost, get a new one: storefront-proxy webhook rotate',
      )
      return
    }
    await showToken(await addNew(registrations, name), json)
    note(
      `Registered for ${address}. The token above is shown only once.`,
      'Put the token into LOYALTY_WEBHOOK_TOKENS and restart the proxy. The service repeats the deliveries that failed until then.',
    )
  })

/** Registers another webhook. Removes it again if it has no token, because its deliveries could not be verified. */
async function addNew({ add, remove }: Registrations, name: string): Promise<WebhookDto & { token: string }> {
  const made = await add(name)
  if (made.token) return { ...made, token: made.token }
  await remove(made.id)
  throw new Stop('refused', ['The service returned no token. Deliveries without a token are not accepted, so the webhook was removed again.'])
}

/** Prints only the token to standard output. */
async function showToken({ token, ...webhook }: WebhookDto & { token: string }, json = false) {
  await openScreen().print(json ? toEscapedJson({ registered: true, webhook, token }, 2) : escapeControls(token))
}

/** Registers a second webhook, so that both tokens are valid until the rotation is finished. */
const beginRotation = ({ json, name }: RegisterOptions) =>
  withRegistrations(async (registrations) => {
    const { address } = registrations
    const [first, ...more] = await registrations.ours()
    if (!first) throw new Stop('misused', [`No webhook is registered for ${address}. To register one: storefront-proxy webhook register`])
    if (more.length > 0) throw new Stop('misused', ['A rotation is in progress. Finish it first: storefront-proxy webhook rotate --finish'])
    await showToken(await addNew(registrations, name), json)
    note(
      `Registered a second time for ${address}. The new token above is shown only once. The service sends every event to both webhooks.`,
      '1. Put the new token before the old one: LOYALTY_WEBHOOK_TOKENS=<new>,<old>',
      '2. Restart all instances of the proxy.',
      '3. After deliveries with both tokens have arrived: storefront-proxy webhook rotate --finish',
      '4. Remove the old token from LOYALTY_WEBHOOK_TOKENS.',
    )
  })

/** Finishes a rotation: keeps the newest webhook, and removes the others. */
const finishRotation = ({ json, yes }: RemoveOptions) =>
  withRegistrations(async (registrations) => {
    const all = await registrations.ours()
    const [newest, ...others] = [...all].reverse()
    if (!newest) throw new Stop('misused', [`No webhook is registered for ${registrations.address}.`])
    if (others.length === 0) return note('There is no rotation to finish: one webhook is registered.')
    note(await describeDeliveries(all.length, madeAt(newest)))
    await removeAll(others.reverse(), registrations, { yes })
    if (json) await openScreen().print(toEscapedJson({ kept: newest.id, removed: others.map(({ id }) => id) }, 2))
    note('Remove the old token from LOYALTY_WEBHOOK_TOKENS, and restart the proxy.')
  })

/** Describes whether deliveries have arrived with as many tokens as there are webhooks: then the proxy knows each token, and the old one can be removed. */
async function describeDeliveries(webhooks: number, since: number): Promise<string> {
  let arrived: number
  try {
    const { store, loyaltyWebhookTokens } = readConfig(invocation().env)
    const seen = await lastDeliveryByToken(store)
    arrived = loyaltyWebhookTokens.filter((token) => (seen.get(nameOfToken(token)) ?? 0) >= since).length
  } catch (error) {
    return `It is unknown whether deliveries with the new token have arrived. ${(error as Error).message}`
  }
  return arrived >= webhooks
    ? 'Deliveries with each token have arrived since then: the new token works.'
    : `Deliveries with ${arrived} of ${webhooks} tokens have arrived since the newest webhook was made: events can be lost if the proxy does not know its token yet.`
}

/** The options of the commands that remove a webhook. */
interface RemoveOptions {
  json?: boolean
  yes?: boolean
}

/** Removes the webhook with this id, or the webhook that leads to the proxy. */
const remove = (id: string | undefined, { json, yes }: RemoveOptions) =>
  withRegistrations(async (registrations) => {
    const webhooks = (await registrations.list()).filter(({ kind }) => kind === 'webhook')
    const chosen = webhooks.filter((one) => (id === undefined ? one.ours : one.id === id))
    if (chosen.length === 0)
      throw new Stop('misused', [
        id === undefined ? `No webhook is registered for ${registrations.address}.` : 'There is no webhook with this id.',
        ...named(webhooks),
      ])
    if (chosen.length > 1) throw new Stop('misused', ['Several webhooks lead to the proxy; name the one to remove.', ...named(chosen)])
    await removeAll(chosen, registrations, { yes })
    if (json) await openScreen().print(toEscapedJson({ removed: chosen.map((one) => one.id) }, 2))
    if (chosen[0]!.ours) note('From now on the proxy sees changes within a minute, with its next request.')
  })

/** Removes webhooks, after a confirmation. */
async function removeAll(webhooks: readonly Registration[], { remove, where, signal }: Registrations, { yes = false }: RemoveOptions) {
  for (const webhook of webhooks) {
    const { id, callbackUrl, name } = webhook
    await confirm(loyaltyService.deleteWebhook, { id, callbackUrl, ...(name && { name }) }, { yes, where, signal })
    await remove(id)
    note(`Removed: ${escapeControls(id)}`)
  }
}

const named = (webhooks: readonly Registration[]) => webhooks.map(({ id, callbackUrl }) => `  ${id}  ${callbackUrl}`)
