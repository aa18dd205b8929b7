import type { WebhookDto } from '../../upstream/loyalty.ts'
import { Stop } from '../exit-codes.ts'
import { note, openScreen } from '../screen.ts'
import { harmless, harmlessJson } from '../terminal-text.ts'
import { withRegistrations, type Registrations } from './registrations.ts'

/** How a command answers, and what a webhook is called. */
export interface RegisterOptions {
  json?: boolean
  name: string
}

/** Registers the proxy's address, unless it is registered already. */
export const register = ({ json, name }: RegisterOptions) =>
  withRegistrations(async (registrations) => {
    const { address } = registrations
    const [there] = await registrations.ours()
    if (there) {
      if (json) await openScreen().print(harmlessJson({ registered: false, webhook: there }, 2))
      note(
        `${address} is registered already (${harmless(there.id)}).`,
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
export async function addNew({ add, remove }: Registrations, name: string): Promise<WebhookDto & { token: string }> {
  const made = await add(name)
  if (made.token) return { ...made, token: made.token }
  await remove(made.id)
  throw new Stop('refused', ['The service has named no token, and deliveries without one would not be taken; it was removed again.'])
}

/** The token alone goes to standard output. */
export async function showToken({ token, ...webhook }: WebhookDto & { token: string }, json = false) {
  await openScreen().print(json ? harmlessJson({ registered: true, webhook, token }, 2) : harmless(token))
}
