import { openAccount, perform, type Access, type Account } from '../../test/conformance/account.ts'
import type { Check } from '../../test/conformance/check.ts'
import { startStandIns } from '../../test/conformance/stand-ins.ts'
import { startFront, type Front } from './front.ts'

/** Milliseconds that a check waits for what takes effect later: here that is a millisecond, or some hundredths of a second later. */
const patience = 2_000
const pace = { effectDelay: 1, enrichment: { delay: 30 }, deliveries: { timeoutMs: 10_000, waitsMs: [10, 20, 40] } }

/** Stand-ins of its own behind a front, with an account there. */
export interface Bench {
  front: Front
  account: Account
  close(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const standIns = await startStandIns(pace)
  const front = await startFront(new URL(standIns.access.trackBaseUrl).origin)
  const through = (access: Access): Access => ({
    ...access,
    loyaltyBaseUrl: front.address + new URL(access.loyaltyBaseUrl).pathname,
    protectionBaseUrl: front.address + new URL(access.protectionBaseUrl).pathname,
    trackBaseUrl: front.address + new URL(access.trackBaseUrl).pathname,
  })
  const account = await openAccount({
    access: through(standIns.access),
    other: through(standIns.other),
    happen: standIns.happen,
    hold: standIns.hold,
    patience,
    receiver: {},
  })
  return {
    front,
    account,
    async close() {
      // What the checks have made ends with the stand-ins.
      await front.close()
      await account.close()
      await standIns.close()
    },
  }
}

/** Whether that check passes. */
export async function passes(bench: Bench, check: Check): Promise<boolean> {
  return perform(check, bench.account).then(
    () => true,
    () => false,
  )
}
