import { readConfig } from '../../config/config.ts'
import { lastDeliveryByToken } from '../../loyalty-webhooks/recent-deliveries.ts'
import { nameOfToken } from '../../loyalty-webhooks/webhook-tokens.ts'
import { note, openScreen } from '../screen.ts'
import { Stop } from '../exit-codes.ts'
import { harmlessJson } from '../terminal-text.ts'
import { addNew, showToken, type RegisterOptions } from './register.ts'
import { madeAt, withRegistrations } from './registrations.ts'
import { removeAll, type RemoveOptions } from './remove.ts'

/** Registers a second webhook beside the first, so that both tokens are good until the change is finished. */
export const beginRotation = ({ json, name }: RegisterOptions) =>
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
export const finishRotation = ({ json, yes }: RemoveOptions) =>
  withRegistrations(async (registrations) => {
    const all = await registrations.ours()
    const [newest, ...others] = [...all].reverse()
    if (!newest) throw new Stop('misused', [`None is registered for ${registrations.address}.`])
    if (others.length === 0) return note('Nothing is to be finished: one webhook is registered.')
    note(await tellSeen(all.length, madeAt(newest)))
    await removeAll(others.reverse(), registrations, { yes })
    if (json) await openScreen().print(harmlessJson({ kept: newest.id, removed: others.map(({ id }) => id) }, 2))
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
