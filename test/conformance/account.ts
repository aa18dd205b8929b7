import { createAsk, type Answer, type Ask, type Details } from './answer.ts'
import { accepted } from './expect.ts'
import { startReceiver, type Receiver } from './receiver.ts'

/** An account with both services, as its holder knows it. */
export interface Access {
  loyaltyBaseUrl: string
  loyaltyKey: string
  protectionBaseUrl: string
  protectionKey: string
  protectionNaming?: 'insured' | 'protected'
  trackBaseUrl: string
}

/** What an account's keys alone cannot bring about, and who can. */
export const needs = {
  'another account': 'a second account with both services',
  ordered: "a member to order in the merchant's shop",
  reinstalled: 'the merchant to install the service again',
  'cancellation confirmed': 'a member to follow the link in the mail about their cancellation',
  'claim raised': 'a shopper to raise a claim that is resolved at the registered address',
  'time passed': 'somebody to wait, hours for a session and a year for a tier',
} as const

export type Need = keyof typeof needs

/** What happens, with what there is to say about it. */
export interface Happenings {
  ordered: { customerId: string; orderId: number; orderTotal: number }
  reinstalled: Record<string, never>
  'cancellation confirmed': { customerId: string }
  'claim raised': {
    shop_order_id: string
    resolution: 'refund' | 'reorder' | 'store_credit'
    line_items: { shop_line_item_id: string; quantity_to_issue: number; to_issue_amount: { cents: number; currency: string } }[]
    claims_url: string
  }
  'time passed': { hours: number }
}

/** Runs while what the services have taken in takes no effect. */
export type Hold = <Value>(run: () => Promise<Value>) => Promise<Value>

/** Brings something about that is not the merchant's to do. */
export type Happen = <Name extends keyof Happenings>(name: Name, details: Happenings[Name]) => Promise<void>

export interface AccountOptions {
  access: Access
  other?: Access
  /** Absent for a real account: then such checks say whom they need. */
  happen?: Happen
  /** Absent for a real account: effects come there when they come. */
  hold?: Hold
  /** Ids of customers of the shop that may be made members; without them any number will do. */
  customerIds?: readonly string[]
  /** Milliseconds to wait for what takes effect later. */
  timeout: number
  receiver: { port?: number; publicUrl?: string }
}

/** What a check works with: both services as they are asked, and what a merchant would do around them. */
export interface Account {
  readonly access: Required<Access>
  readonly other: Account | undefined
  readonly loyalty: Ask
  /** Takes and gives the insured naming, whichever the account speaks. */
  readonly protection: Ask
  readonly track: Ask
  readonly receiver: Receiver
  readonly happen: Happen
  /** Runs while effects wait, where anybody can have them wait; elsewhere it only runs. */
  readonly hold: Hold
  /** Whether that can be brought about here. */
  can: (need: Need) => boolean
  /** The id of a customer who is no member yet, as far as that is in our hands. */
  newCustomerId: () => string
  /** The id of somebody who has just become a member. */
  newMember: (fields?: object) => Promise<string>
  /** What the requests of a signed-in member carry. */
  signIn: (customerId: string) => Promise<{ headers: Record<string, string> }>
  /** Asks again until the answer is as said; rejects with the last one after the timeout. */
  until: <Value>(ask: () => Promise<Value>, isIt: (value: Value) => boolean) => Promise<Value>
  /** Done in the end, last first, whatever became of the checks. */
  afterwards: (undo: () => Promise<unknown>) => void
  /** Done as soon as the check is over, so that the webhooks that it registered do not receive the events of other checks. */
  afterCheck: (undo: () => Promise<unknown>) => void
  close: () => Promise<void>
}

export async function openAccount(options: AccountOptions): Promise<Account> {
  const receiver = await startReceiver({ timeout: options.timeout, ...options.receiver })
  const other = options.other && accountOf({ ...options, access: options.other, other: undefined }, receiver, undefined)
  return accountOf(options, receiver, other)
}

function accountOf({ access, happen, hold, customerIds = [], timeout }: AccountOptions, receiver: Receiver, other: Account | undefined): Account {
  const { loyaltyBaseUrl, loyaltyKey, protectionBaseUrl, protectionKey, protectionNaming = 'insured', trackBaseUrl } = access
  const json = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const loyalty = createAsk(loyaltyBaseUrl, { ...json, 'X-Loyalty-Api-Key': loyaltyKey })
  const insured = createAsk(protectionBaseUrl, { ...json, 'X-API-Key': protectionKey })
  const undoing: (() => Promise<unknown>)[] = []
  let customers = 0

  const account: Account = {
    access: { ...access, protectionNaming },
    other,
    loyalty,
    protection: protectionNaming === 'insured' ? insured : inProtectedNaming(insured),
    track: createAsk(trackBaseUrl, { Accept: 'application/json' }),
    receiver,
    happen: happen ?? (async (name) => Promise.reject(new Error(`nobody here can bring about "${name}"`))),
    hold: hold ?? ((run) => run()),
    can: (need) => (need === 'another account' ? other !== undefined : happen !== undefined),
    newCustomerId: () => customerIds[customers++ % customerIds.length] ?? String(8e11 + Math.floor(Math.random() * 1e11)),
    async newMember(fields = {}) {
      const customerId = account.newCustomerId()
      accepted(await loyalty('POST', '/v2.0/admin/members', { body: { customerId, ...fields } }))
      account.afterwards(() => loyalty('POST', `/v2.0/admin/members/${customerId}/cancellation`, { body: {} }))
      await account.until(
        () => loyalty('GET', `/v2.0/admin/members/${customerId}`),
        ({ ok }) => ok,
      )
      return customerId
    },
    async signIn(customerId) {
      const answer = accepted(await loyalty('POST', '/v2.0/storefront/auth', { body: { customerId } }))
      return { headers: { Authorization: `Bearer ${String(answer.at('data.token'))}` } }
    },
    async until(ask, isIt) {
      const end = Date.now() + timeout
      for (let pause = 20; ; pause = Math.min(pause * 2, 1000)) {
        const value = await ask()
        if (isIt(value)) return value
        if (Date.now() >= end) throw new Error(`within ${timeout} ms it did not come to what was waited for; in the end ${String(value)}`)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
    afterwards: (undo) => undoing.push(undo),
    afterCheck: (undo) => undoing.push(undo),
    async close() {
      await undoAll(undoing)
      await other?.close()
      await receiver.close()
    },
  }
  return account
}

/** Undoes what was registered, the last first, whatever fails. */
export async function undoAll(undoing: readonly (() => Promise<unknown>)[]) {
  for (const undo of undoing.toReversed()) await undo().catch(() => undefined)
}

/** The same interface for an account that speaks the protected naming (A72). */
function inProtectedNaming(ask: Ask): Ask {
  const rename = (text: string) => text.replaceAll('amount_insured', 'amount_protected').replaceAll('is_insured', 'is_protected')
  return async (method, path, details: Details = {}): Promise<Answer> => {
    const body = typeof details.body === 'object' ? (JSON.parse(rename(JSON.stringify(details.body))) as unknown) : details.body
    const answer = await ask(method, path.replace(/_insurance$/, '_protection'), { ...details, body })
    const text = answer.text.replaceAll('amount_protected', 'amount_insured').replaceAll('is_protected', 'is_insured')
    return Object.assign(answer, { text, json: answer.json && (JSON.parse(text) as unknown) })
  }
}
