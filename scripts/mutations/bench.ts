import assert from 'node:assert/strict'
import { openAccount, type Access, type Account } from '../../test/conformance/account.ts'
import { perform } from '../../test/conformance/perform.ts'
import type { Check } from '../../test/conformance/check.ts'
import { startStandIns } from '../../test/conformance/stand-ins.ts'
import { freePort } from '../../test/free-port.ts'
import { startFront, startSentFront, type Stage } from './front.ts'

const { ok } = assert
// Without a message a failing `assert.ok` searches its source file for its own words, which takes up to a minute in a transpiled file. No one reads them here.
Object.assign(assert, { ok: (value: unknown, message: string | Error = 'it is not so') => ok(value, message) })

/** Milliseconds that a check waits for a delayed effect. Here the effect takes a millisecond, or some hundredths of a second. */
export const patience = 2_000
const pace = { effectDelay: 1, enrichment: { delay: 30 }, deliveries: { timeoutMs: 10_000, waitsMs: [10, 20, 40] } }

/** Its own stand-ins, an account there, and fronts between the two in both directions. */
export interface Bench {
  stage: Stage
  account: Account
  close(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const standIns = await startStandIns(pace)
  const stage: Stage = { mutant: undefined, observe: () => {} }
  const port = await freePort()
  const front = await startFront(new URL(standIns.access.trackBaseUrl).origin, stage)
  const sentFront = await startSentFront(`http://127.0.0.1:${port}`, stage)
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
    receiver: { port, publicUrl: sentFront.address },
  })
  return {
    stage,
    account,
    async close() {
      // Closing the stand-ins also removes the records that the checks have made.
      await Promise.all([front.close(), sentFront.close()])
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
