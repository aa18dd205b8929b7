import type { CallOptions } from '../../../src/contract/client.ts'
import type { Operation } from '../../upstream/operation.ts'
import type { Caller } from './callers.ts'
import { Stop } from '../io/exit-codes.ts'
import { toFault } from './faults.ts'

/** Whom a storefront operation is called as. */
export interface AsMember {
  /** Their customer id. */
  as?: string | undefined
  /** A token of theirs, from `authenticate`. */
  token?: string | undefined
}

/** How many tokens are kept at once, and for how long (milliseconds): they are good for two hours. */
const kept = { count: 1000, time: 100 * 60_000 }

/** Signs members in as calls need it. Rejects with a {@link Stop}, and nothing else has been sent then. */
export function createSignIn(caller: Caller, { as, token }: AsMember): (operation: Operation, input: Record<string, unknown>) => Promise<CallOptions> {
  const tokens = new Map<string, { token: Promise<string>; since: number }>()
  return async (operation, input) => {
    if (token) return caller.asMember(token)
    const customerId = as ?? memberOf(operation, input)
    let held = tokens.get(customerId)
    if (!held || performance.now() - held.since > kept.time) {
      if (tokens.size >= kept.count) tokens.clear()
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

/** Whom the input itself names; a tier's or a benefit's id names nobody. */
export function memberOf({ path }: Operation, { id, customerId }: Record<string, unknown>): string {
  const member = path.includes('/members/:id') ? id : customerId
  if (typeof member === 'string' && member !== '') return member
  throw new Stop('misused', ['--as is required: the customer id of the member who asks.'])
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
