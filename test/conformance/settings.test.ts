import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readAccount } from './settings.ts'

const one = {
  CONFORMANCE_LOYALTY_BASE_URL: 'https://loyalty.example.com',
  CONFORMANCE_LOYALTY_API_KEY: 'one',
  CONFORMANCE_PROTECTION_BASE_URL: 'https://protection.example.com/api/v1',
  CONFORMANCE_PROTECTION_API_KEY: 'two',
  CONFORMANCE_TRACK_BASE_URL: 'https://track.example.com',
}

describe('the settings for an account of somebody', () => {
  test('a shop that has settings of its own is never asked by mistake', () => {
    const shop = Object.fromEntries(Object.entries(one).map(([name, value]) => [name.replace('CONFORMANCE_', ''), value]))

    assert.equal(readAccount(shop), undefined)
  })

  test('what is missing of an account is named all at once', () => {
    assert.throws(() => readAccount({ CONFORMANCE_LOYALTY_API_KEY: 'one' }), {
      message:
        'Set CONFORMANCE_LOYALTY_BASE_URL, CONFORMANCE_PROTECTION_BASE_URL, CONFORMANCE_PROTECTION_API_KEY, ' +
        'CONFORMANCE_TRACK_BASE_URL too: an account is both services.',
    })
    assert.throws(() => readAccount({ ...one, CONFORMANCE_OTHER_LOYALTY_API_KEY: 'three' }), /CONFORMANCE_OTHER_PROTECTION_API_KEY, .*OTHER_TRACK_BASE_URL/)
  })

  test('an account alone has a timeout of twenty seconds, and no second account', () => {
    const account = readAccount(one)

    assert.deepEqual([account?.timeout, account?.other, account?.customerIds], [20_000, undefined, []])
    assert.equal(account?.access.protectionKey, 'two')
  })

  test('a second account is at the addresses of the first unless it names others, but for tracking', () => {
    const account = readAccount({
      ...one,
      CONFORMANCE_OTHER_LOYALTY_API_KEY: 'three',
      CONFORMANCE_OTHER_PROTECTION_API_KEY: 'four',
      CONFORMANCE_OTHER_TRACK_BASE_URL: 'https://other.example.com',
      CONFORMANCE_CUSTOMER_ID: '8001,8002',
      CONFORMANCE_PATIENCE: '5',
    })

    assert.equal(account?.other?.loyaltyBaseUrl, one.CONFORMANCE_LOYALTY_BASE_URL)
    assert.deepEqual([account?.other?.trackBaseUrl, account?.customerIds, account?.timeout], ['https://other.example.com', ['8001', '8002'], 5000])
  })

  test('a value that means nothing is named', () => {
    assert.throws(() => readAccount({ ...one, CONFORMANCE_PATIENCE: 'long' }), /CONFORMANCE_PATIENCE is no number of seconds/)
    assert.throws(() => readAccount({ ...one, CONFORMANCE_PROTECTION_NAMING: 'covered' }), /insured/)
  })
})
