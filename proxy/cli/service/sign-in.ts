import type { CallOptions } from '../../../src/contract/client.ts'
import type { Operation } from '../../upstream/operation.ts'
import type { Caller } from './callers.ts'
import { Stop } from '../io/exit-codes.ts'
import { toFault } from './faults.ts'

/** The member in whose name a storefront operation is called. */
export interface AsMember {
  /** The member's customer id. */
  as?: string | undefined
  /** The member's token, from `authenticate`. */
  token?: string | undefined
}

/** The most cached tokens, and for how many milliseconds. A token is valid for two hours. */
const cached = { count: 1000, time: 100 * 60_000 }

/** Signs members in when a call needs it. If it rejects with a {@link Stop}, nothing else was sent. */
export function createSignIn(caller: Caller, { as, token }: AsMember): (operation: Operation, input: Record<string, unknown>) => Promise<CallOptions> {
  const tokens = new Map<string, { token: Promise<string>; since: number }>()
  return async (operation, input) => {
    if (token) return caller.asMember(token)
    const customerId = as ?? memberOf(operation, input)
    let held = tokens.get(customerId)
    if (!held || performance.now() - held.since > cached.time) {
      if (tokens.size >= cached.count) tokens.clear()
      held = { token: signIn(caller, customerId), since: performance.now() }
      tokens.set(customerId, held)
    }
    try {
      return caller.asMember(await held.token)
    } catch (error) {
      tokens.delete(customerId)
      throw error
    }
  }
}

/** The member that the input names; the id of a tier or of a benefit names no member. */
export function memberOf({ path }: Operation, { id, customerId }: Record<string, unknown>): string {
  const member = path.includes('/members/:id') ? id : customerId
  if (typeof member === 'string' && member !== '') return member
  throw new Stop('misused', ['--as is required: the customer id of the member.'])
}

async function signIn(caller: Caller, customerId: string): Promise<string> {
  try {
    const { token } = (await caller.operations.authenticate!({ customerId })) as { token: string }
    return token
  } catch (cause) {
    const { ending, lines } = toFault(cause, { family: 'loyaltyStorefront', method: 'POST' })
    throw new Stop(ending, [`Signing in as ${customerId} failed, and nothing else was sent.`, ...lines], { cause })
  }
}
