import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLastRevocation } from '../../proxy/identity/last-revocation.ts'
import type { Revocation } from '../../proxy/identity/revocations.ts'

test('a read that finishes after a later read does not restore older revocations', async () => {
  const answers: ((revocations: Revocation[]) => void)[] = []
  const lastRevocation = createLastRevocation(
    () => new Promise((resolve) => answers.push(resolve)),
    (error) => assert.fail(String(error)),
  )

  const [early, late] = [lastRevocation('mira'), lastRevocation('mira', { anew: true })]
  answers[1]!([{ customer: 'mira', revokedAt: 2 }])
  const first = await late
  answers[0]!([{ customer: 'mira', revokedAt: 1 }])

  assert.deepEqual([first, await early, await lastRevocation('mira')], [2, 2, 2])
})
