import { unclear } from '../answers.ts'
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

/** Milliseconds after which a request that nobody has heard of again is no longer under way at the platform, and shows among the transactions if it was done. */
const longest = 60_000

/** What is on disk before a credit is asked for. */
interface Intent {
  /** The credits that the customer had by then. */
  before: string[]
}

/**
 * Credits the order's customer. The platform takes no key for this, so the ledger is ours: which credits were there is on disk before the
 * first try; a try that may have taken effect is looked for among those that came since, and each stands for one claim only.
 */
export async function createCredit(admin: Admin, { key, order, amount, ledger }: Parameters<Shop['credit']>[0]): Promise<{ id: string }> {
  const name = `credit:${key}`
  await waitForEarlier(ledger, name)
  const { order: found } = await admin.ask<Credits>(readCredits, { id: toGid('Order', order) })
  if (!found) throw new ShopRefusal(`there is no order ${order} in the shop`)
  if (!found.customer) throw new ShopRefusal(`order ${order} has no customer whom a credit could be given to`)
  const transactions = found.customer.storeCreditAccounts.nodes
    .filter(({ balance }) => balance.currencyCode === amount.currency)
    .flatMap((account) => account.transactions.nodes)
    .flatMap((one) => (one.id === undefined ? [] : [{ id: one.id, cents: toCents(one.amount) }]))

  const intent = await ledger.fact<Intent>(name)
  if (intent) {
    const since = transactions.filter(({ id, cents }) => cents === amount.cents && !intent.before.includes(id))
    for (const { id } of since) if (await isOurs(ledger, id, key)) return { id: fromGid(id) }
  } else await ledger.keepFirst<Intent>(name, { before: transactions.map(({ id }) => id) })

  await ledger.keepFirst(tryOf(name, ledger.attempt), ledger.now())
  const input = { creditAmount: { amount: toDecimal(amount), currencyCode: amount.currency }, notify: true }
  const { storeCreditAccountCredit } = await admin.ask<{
    storeCreditAccountCredit: { storeCreditAccountTransaction: { id: string } | null; userErrors: UserError[] }
  }>(createCreditMutation, { id: found.customer.id, input })
  refuseOn(storeCreditAccountCredit.userErrors)
  const made = storeCreditAccountCredit.storeCreditAccountTransaction
  if (!made) throw unclear('answered neither a credit nor why there is none')
  await isOurs(ledger, made.id, key)
  return { id: fromGid(made.id) }
}

/** The name under which the time is kept at which a try has begun, and the name for a try that waits for an earlier one: since when it waits. */
const tryOf = (name: string, attempt: number) => `${name}/${attempt}`
const waitOf = (name: string, attempt: number) => `${tryOf(name, attempt)}/waits`

/** Looks for nothing as long as an earlier try may still take effect: what is not there yet would be done twice. */
async function waitForEarlier(ledger: Ledger, name: string) {
  const { attempt, doubtful } = ledger
  if (!doubtful) return
  // A try that its process has not outlived has the number of this one.
  const names = [attempt, attempt - 1].flatMap((one) => [tryOf(name, one), waitOf(name, one)])
  const times = await Promise.all(names.map((one) => ledger.fact<number>(one)))
  const latest = Math.max(...times.map((time) => time ?? 0))
  const now = ledger.now()
  // Another clock has written a time that lies ahead: the minute counts from now on.
  const since = latest > now ? await ledger.keepFirst(waitOf(name, attempt), now) : latest
  const rest = longest - Math.max(0, now - since)
  if (rest <= 0) return
  // So that the next try waits for the rest, even if somebody asks for it at once.
  await ledger.keepFirst(waitOf(name, attempt), since)
  throw Object.assign(unclear('may still be giving the credit; it is looked for a minute after it was asked for'), { retryAfter: Math.ceil(rest / 1000) })
}

/** Whether a credit at the platform stands for this claim, or from now on does. */
const isOurs = async (ledger: Ledger, id: string, key: string) => (await ledger.keepFirst(`credited:${fromGid(id)}`, key)) === key
