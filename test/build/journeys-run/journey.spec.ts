import { expect, test } from '@playwright/test'

test('passes', () => {})

test.describe('one after another', () => {
  test.describe.configure({ mode: 'serial' })

  test('fails', () => expect(1).toBe(2))

  test('is not reached', () => {})
})
