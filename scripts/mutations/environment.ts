import assert from 'node:assert/strict'
import { openAccount, type Access, type Account } from '../../test/conformance/account.ts'
import { perform } from '../../test/conformance/perform.ts'
import type { Check } from '../../test/conformance/check.ts'
import { startStandIns } from '../../test/conformance/stand-ins.ts'
import { freePort } from '../../test/free-port.ts'
import { startResponseProxy, startRequestProxy, type ProxyState } from './mutating-proxies.ts'

const { ok } = assert
// Without a message, a failing `assert.ok` reads its source file to build one, which takes up to a minute for a transpiled file. Nobody reads the message here.
Object.assign(assert, { ok: (value: unknown, message: string | Error = 'assertion failed') => ok(value, message) })

/** Milliseconds that a check waits for a delayed effect. These stand-ins delay effects by at most some hundredths of a second. */
export const effectTimeout = 2_000
const pace = { effectDelay: 1, enrichment: { delay: 30 }, deliveries: { timeoutMs: 10_000, waitsMs: [10, 20, 40] } }

/** Stand-ins, an account there, and a mutating proxy between them for each direction. */
export interface Environment {
  proxyState: ProxyState
  account: Account
  close(): Promise<void>
}

export async function openEnvironment(): Promise<Environment> {
  const standIns = await startStandIns(pace)
  const proxyState: ProxyState = { mutant: undefined, observe: () => {} }
  const port = await freePort()
  const responseProxy = await startResponseProxy(new URL(standIns.access.trackBaseUrl).origin, proxyState)
  const requestProxy = await startRequestProxy(`http://127.0.0.1:${port}`, proxyState)
  const through = (access: Access): Access => ({
    ...access,
    loyaltyBaseUrl: responseProxy.address + new URL(access.loyaltyBaseUrl).pathname,
    protectionBaseUrl: responseProxy.address + new URL(access.protectionBaseUrl).pathname,
    trackBaseUrl: responseProxy.address + new URL(access.trackBaseUrl).pathname,
  })
  const account = await openAccount({
    access: through(standIns.access),
    other: through(standIns.other),
    happen: standIns.happen,
    hold: standIns.hold,
    timeout: effectTimeout,
    receiver: { port, publicUrl: requestProxy.address },
  })
  return {
    proxyState,
    account,
    async close() {
      // Closing the stand-ins also removes the records that the checks created.
      await Promise.all([responseProxy.close(), requestProxy.close()])
      await account.close()
      await standIns.close()
    },
  }
}

/** Resolves to whether the check passes. */
export async function passes(environment: Environment, check: Check): Promise<boolean> {
  return perform(check, environment.account).then(
    () => true,
    () => false,
  )
}
