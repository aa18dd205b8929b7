import type { Account } from './account.ts'
import { accepted } from './expect.ts'
import { creditsOf } from './loyalty-records.ts'

/** The id of a new member on whose account these amounts have been booked, one after another. */
export async function withCredits(account: Account, ...amounts: number[]): Promise<string> {
  const id = await account.newMember()
  // What creation itself gives comes first, or with the rest: only these amounts are waited for.
  for (const [index, amount] of amounts.entries()) {
    const note = `Entry ${index} of a check`
    accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount, note } }))
    await account.until(
      () => creditsOf(account, id),
      (entries) => entries.some((entry) => entry.amount === amount && entry.note === note),
    )
  }
  return id
}
