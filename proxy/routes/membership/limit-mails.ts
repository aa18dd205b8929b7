import { createMemoryCounter } from '../../http/memory-counter.ts'
import { Refusal } from '../../http/problems.ts'

/** How many e-mails about the means of payment a member may request, and in how many milliseconds. */
const mailLimit = { limit: 3, window: 3_600_000 }

/** Counts an e-mail to a member. Rejects with `rate-limited` if there were too many. */
export type MailLimit = (customer: string) => Promise<void>

/** Creates a limit of the e-mails that a member can request, so that no page and no stolen session floods a mailbox. Each instance counts in memory. */
export function createMailLimit(): MailLimit {
  const counter = createMemoryCounter()
  return async (customer) => {
    const result = await counter.consumeAttempts([{ name: customer, ...mailLimit }])
    if ('consumed' in result) return
    const retryAfter = Math.ceil(result.exhausted[0]!.resetsIn / 1000)
    throw new Refusal('rate-limited', 'The e-mail was sent several times in this hour. Look for it, or try again later.', { retryAfter })
  }
}
