/*
 * What both documents say, asked of an account that has both services. Without settings it is our stand-ins' account. For another one:
 *
 *   CONFORMANCE_LOYALTY_BASE_URL=https://… CONFORMANCE_LOYALTY_API_KEY=… \
 *   CONFORMANCE_PROTECTION_BASE_URL=https://…/api/v1 CONFORMANCE_PROTECTION_API_KEY=… CONFORMANCE_TRACK_BASE_URL=https://… \
 *   node --import tsx scripts/node-tests.ts test/conformance/conformance.test.ts
 *
 * It makes members, orders and webhooks of its own there, and ends what it can afterwards. Take an account for trials. More settings, each
 * with the same prefix: PROTECTION_NAMING (insured or protected), CUSTOMER_ID (ids of the shop's customers who may become members, with
 * commas between), RECEIVER_URL and RECEIVER_PORT (where the services reach this machine), PATIENCE (seconds, 20), and for a second
 * account, so that the two are kept apart, OTHER_LOYALTY_API_KEY, OTHER_PROTECTION_API_KEY, OTHER_TRACK_BASE_URL and, where they differ,
 * OTHER_LOYALTY_BASE_URL, OTHER_PROTECTION_BASE_URL.
 */
import { after, describe, test } from 'node:test'
import { needs, openAccount, type AccountOptions } from './account.ts'
import { perform } from './perform.ts'
import { checks } from './checks.ts'
import { readAccount } from './settings.ts'
import { startStandIns } from './stand-ins.ts'

const real = readAccount(process.env)
const standIns = real ? undefined : await startStandIns()
const options: AccountOptions = real ?? { ...standIns!, timeout: 60_000, receiver: {} }
const account = await openAccount(options)
after(async () => {
  await account.close()
  await standIns?.close()
})

// Members that are used again and again bear one check at a time.
const concurrency = options.customerIds?.length ? 1 : 8
const doable = checks.filter(({ needs = [] }) => needs.every((need) => account.can(need)))

// Time passes for all that is going on, so nothing else is.
const [unhurried, hurried] = [true, false].map((waits) => doable.filter(({ needs = [] }) => needs.includes('time passed') === waits))

describe('the services do what their documents say', { concurrency }, () => {
  for (const check of hurried!) test(`${check.title} (${check.sentences.join(' ')})`, () => perform(check, account))
})
describe('the services do, as time passes, what their documents say', { concurrency: 1 }, () => {
  for (const check of unhurried!) test(`${check.title} (${check.sentences.join(' ')})`, () => perform(check, account))
})

const waiting = checks.filter((check) => !doable.includes(check))
if (waiting.length > 0) console.log(`${waiting.length} checks need somebody else, and say nothing of this account:`)
for (const check of waiting) console.log(`- ${check.title}: needs ${(check.needs ?? []).map((need) => needs[need]).join(' and ')}`)
