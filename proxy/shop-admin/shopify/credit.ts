import { unknownOutcome } from '../shop-answers.ts'
import { ShopRefusal, type Ledger, type Shop } from '../shop.ts'
import { fromGid, refuseOn, toGid, type Admin, type UserError } from './admin.ts'
import { toCents, toDecimal } from './decimal.ts'

const readCredits = `query ($id: ID!) {
  order(id: $id) {
    customer {
      id
      storeCreditAccounts(first: 50) {
        nodes {
          balance { currencyCode }
          transactions(first: 50, reverse: true) {
            nodes { __typename amount { amount currencyCode } ... on StoreCreditAccountCreditTransaction { id } }
          }
        }
      }
    }
  }
}`
const createCreditMutation = `mutation ($id: ID!, $input: StoreCreditAccountCreditInput!) {
  storeCreditAccountCredit(id: $id, creditInput: $input) { storeCreditAccountTransaction { id } userErrors { field message } }
}`

interface Transaction {
  id?: string
  amount: { amount: string; currencyCode: string }
}

interface Credits {
  order: {
    customer: { id: string; storeCreditAccounts: { nodes: { balance: { currencyCode: string }; transactions: { nodes: Transaction[] } }[] } } | null
  } | null
}

/** Milliseconds after which a request without a response is no longer in progress at the platform; if it was done, its transaction is visible by then. */
const maxRequestMs = 60_000

/** The record that is stored before a credit is requested. */
interface Intent {
  /** The ids of the customer's credits at that time. */
  before: string[]
}

/**
 * Credits the order's customer. The platform has no idempotency key for this, so the proxy keeps a ledger: it stores the existing credits before
 * the first attempt. After an attempt that may have taken effect, it searches the newer credits. Each credit counts for one claim only.
 */
export async function createCredit(admin: Admin, { key, order, amount, ledger }: Parameters<Shop['credit']>[0]): Promise<{ id: string }> {
  const name = `credit:${key}`
  await waitForEarlier(ledger, name)
  const { order: found } = await admin.ask<Credits>(readCredits, { id: toGid('Order', order) })
  if (!found) throw new ShopRefusal(`there is no order ${order} in the shop`)
  if (!found.customer) throw new ShopRefusal(`order ${order} has no customer to credit`)
  const transactions = found.customer.storeCreditAccounts.nodes
    .filter(({ balance }) => balance.currencyCode === amount.currency)
    .flatMap((account) => account.transactions.nodes)
    .flatMap((one) => (one.id === undefined ? [] : [{ id: one.id, cents: toCents(one.amount) }]))

  const intent = await ledger.fact<Intent>(name)
  if (intent) {
    const since = transactions.filter(({ id, cents }) => cents === amount.cents && !intent.before.includes(id))
    for (const { id } of since) if (await isOurs(ledger, id, key)) return { id: fromGid(id) }
  } else await ledger.putIfAbsent<Intent>(name, { before: transactions.map(({ id }) => id) })

  await ledger.putIfAbsent(tryOf(name, ledger.attempt), ledger.now())
  const input = { creditAmount: { amount: toDecimal(amount), currencyCode: amount.currency }, notify: true }
  const { storeCreditAccountCredit } = await admin.ask<{
    storeCreditAccountCredit: { storeCreditAccountTransaction: { id: string } | null; userErrors: UserError[] }
  }>(createCreditMutation, { id: found.customer.id, input })
  refuseOn(storeCreditAccountCredit.userErrors)
  const made = storeCreditAccountCredit.storeCreditAccountTransaction
  if (!made) throw unknownOutcome('answered neither a credit nor why there is none')
  await isOurs(ledger, made.id, key)
  return { id: fromGid(made.id) }
}

/** The names of the facts that store when an attempt began, and since when an attempt waits for an earlier one. */
const tryOf = (name: string, attempt: number) => `${name}/${attempt}`
const waitOf = (name: string, attempt: number) => `${tryOf(name, attempt)}/waits`

/** Throws while an earlier attempt may still take effect: a search would miss its credit, and a second credit would be made. */
async function waitForEarlier(ledger: Ledger, name: string) {
  const { attempt, inDoubt } = ledger
  if (!inDoubt) return
  // An attempt whose process died has the same number as this one.
  const names = [attempt, attempt - 1].flatMap((one) => [tryOf(name, one), waitOf(name, one)])
  const times = await Promise.all(names.map((one) => ledger.fact<number>(one)))
  const latest = Math.max(...times.map((time) => time ?? 0))
  const now = ledger.now()
  // A time in the future comes from another clock: the minute starts now.
  const since = latest > now ? await ledger.putIfAbsent(waitOf(name, attempt), now) : latest
  const rest = maxRequestMs - Math.max(0, now - since)
  if (rest <= 0) return
  // The next attempt waits for the rest, even if a person requests it at once.
  await ledger.putIfAbsent(waitOf(name, attempt), since)
  throw Object.assign(unknownOutcome('may still be giving the credit; the proxy checks one minute after its request'), { retryAfter: Math.ceil(rest / 1000) })
}

/** Whether a credit at the platform belongs to this claim; assigns it if it belongs to none. */
const isOurs = async (ledger: Ledger, id: string, key: string) => (await ledger.putIfAbsent(`credited:${fromGid(id)}`, key)) === key
