import { loyaltyService } from '../../upstream/loyalty.ts'
import { confirm } from '../confirm.ts'
import { Stop } from '../exit-codes.ts'
import { note, openScreen } from '../screen.ts'
import { harmless, harmlessJson } from '../terminal-text.ts'
import { withRegistrations, type Registration, type Registrations } from './registrations.ts'

/** How a command that removes answers, and whether it asks. */
export interface RemoveOptions {
  json?: boolean
  yes?: boolean
}

/** Removes a webhook: that of this id, or the one that leads to the proxy. */
export const remove = (id: string | undefined, { json, yes }: RemoveOptions) =>
  withRegistrations(async (registrations) => {
    const webhooks = (await registrations.list()).filter(({ kind }) => kind === 'webhook')
    const meant = webhooks.filter((one) => (id === undefined ? one.ours : one.id === id))
    if (meant.length === 0)
      throw new Stop('misused', [id === undefined ? `None is registered for ${registrations.address}.` : 'There is no webhook of this id.', ...named(webhooks)])
    if (meant.length > 1) throw new Stop('misused', ['Several lead to the proxy; say which one to remove.', ...named(meant)])
    await removeAll(meant, registrations, { yes })
    if (json) await openScreen().print(harmlessJson({ removed: meant.map((one) => one.id) }, 2))
    if (meant[0]!.ours) note('From now on the proxy sees changes when it next asks, within a minute.')
  })

/** Removes them, once a person has said so. */
export async function removeAll(webhooks: readonly Registration[], { remove, where, signal }: Registrations, { yes = false }: RemoveOptions) {
  for (const webhook of webhooks) {
    const { id, callbackUrl, name } = webhook
    await confirm(loyaltyService.deleteWebhook, { id, callbackUrl, ...(name && { name }) }, { yes, where, signal })
    await remove(id)
    note(`Removed: ${harmless(id)}`)
  }
}

const named = (webhooks: readonly Registration[]) => webhooks.map(({ id, callbackUrl }) => `  ${id}  ${callbackUrl}`)
