import { createClient, type Client } from '../../src/contract/client.ts'
import { consoleActions, consoleReads, consoleSignIn } from '../../console/contract/console.ts'
import { startClaims, type ClaimsStack } from '../claims/claims-stack.ts'
import { until } from '../until.ts'

const api = { ...consoleSignIn, ...consoleReads, ...consoleActions }

/** The tokens of the demo's settings: the first may act, the second may only look. */
export const tokens = { act: 'demo-act-token-public-and-worthless', look: 'demo-look-token-public-and-worthless' } as const

/** Headers that the console's page sends, for a proxy at this address. */
export const pageHeaders = (operator: string) => ({ Origin: operator, 'Sec-Fetch-Site': 'same-origin', 'X-Storefront-Console': '1' })

export interface ConsoleStack extends ClaimsStack {
  /** The console's API, used as its page does by somebody with this role. */
  as(role: keyof typeof tokens): Promise<Client<typeof api>>
  /** The cookie of a session. */
  cookieOf(token: string): Promise<string>
  /** Raises a claim about an order that was sent, and waits until it waits for a person. */
  waiting(claim: string, order: string): Promise<void>
}

/** Starts everything; each claim waits for a person. */
export async function startConsole(settings: Record<string, string | undefined> = {}): Promise<ConsoleStack> {
  const stack = await startClaims({ settings: { CLAIMS_MODE: 'approve', ...settings } })
  const cookieOf = async (token: string) => {
    const answer = await fetch(`${stack.operator}/console/api/session`, {
      method: 'POST',
      headers: { ...pageHeaders(stack.operator), 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
    return cookie.split(';')[0]!
  }
  return {
    ...stack,
    cookieOf,
    as: async (role) =>
      createClient(api, { baseUrl: `${stack.operator}/console`, headers: { ...pageHeaders(stack.operator), Cookie: await cookieOf(tokens[role]) } }),
    async waiting(claim, order) {
      await stack.sent(order)
      const { claimOf } = await import('../claims/claims-stack.ts')
      await until(
        () => stack.ask(`${order}/refund`, claimOf(claim, order)),
        ({ status }) => status === 503,
      )
    },
  }
}
