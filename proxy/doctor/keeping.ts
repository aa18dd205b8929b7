import type { Config, NamedKey } from '../config.ts'
import { failed, noted, passed, type Finding } from './check.ts'
import { isOwn } from './surroundings.ts'

/** Months after which a key has been used long enough. */
const oldAfter = 12

/** Whether the keys that seal sessions are random, told apart, and not too old. */
export function checkSessionKeys({ sessionKeys, publicUrl }: Config, now = new Date()): Finding {
  const check = 'session keys'
  const make = 'make one with "openssl rand 32 | basenc --base64url -w0 | tr -d =", and put it in front in SESSION_KEYS'
  const twice = sessionKeys.find(({ bytes }, index) => sessionKeys.findIndex((other) => Buffer.from(other.bytes).equals(bytes)) < index)
  if (twice) return failed(check, `"${twice.kid}" is the same key as another under a new name`, `A new key needs new bytes: ${make}`)
  const typed = sessionKeys.find(({ bytes }) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f))
  if (typed && !isOwn(new URL(publicUrl).hostname)) return failed(check, `"${typed.kid}" is made of text, which can be guessed`, `Take random bytes: ${make}`)
  const first = sessionKeys[0]!
  const age = monthsSince(first, now)
  if (age !== undefined && age > oldAfter)
    return failed(check, `"${first.kid}" has sealed for ${age} months`, `Change it once a year: ${make}; take the old one away a day later`)
  const others = sessionKeys.length > 1 ? `, and ${sessionKeys.length - 1} more ${sessionKeys.length > 2 ? 'open' : 'opens'}` : ''
  const known = age === undefined ? '; named by its month ("2026-11"), its age could be told' : `, ${age} ${age === 1 ? 'month' : 'months'} old`
  return passed(check, `"${first.kid}" seals${others}${known}`)
}

/** How old a key is, where its name begins with its month. */
function monthsSince({ kid }: NamedKey, now: Date): number | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])(?!\d)/.exec(kid) ?? []
  return year === undefined ? undefined : (now.getUTCFullYear() - Number(year)) * 12 + now.getUTCMonth() + 1 - Number(month)
}

/** Where what was accepted is kept. */
export function checkStore({ withoutEffect }: Config): Finding[] {
  const memory = 'kept in memory, so that a restart forgets redemptions under way, spent quotes and counted tries'
  const store = withoutEffect.includes('DATABASE_URL')
    ? failed(
        'store',
        `DATABASE_URL has no effect in this version: all is ${memory}`,
        'Take DATABASE_URL away, and run one instance: several would not know of each other',
      )
    : noted('store', `${memory}; run one instance, since several need DATABASE_URL, which this version does not know`)
  return [store, noted('queue', 'reports wait in memory, and those not yet delivered are lost with a restart; report again what has no answer')]
}
