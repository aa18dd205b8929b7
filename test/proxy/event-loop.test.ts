import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startStack } from '../stack.ts'

/** Calls a proxy in this process 12 times, and blocks the process for 300 ms before each call; returns the responses. */
async function askWhileBusy(context: TestContext, settings: Record<string, string>) {
  const stack = await startStack({ settings })
  context.after(() => stack.stop())
  const answers: { status: number; body: string; retryAfter: string | null }[] = []
  while (answers.length < 12) {
    const end = Date.now() + 300
    while (Date.now() < end);
    const answer = await fetch(`${stack.proxy}/livez`)
    answers.push({ status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') })
  }
  return answers
}

test('a proxy that is behind by more than MAX_EVENT_LOOP_DELAY responds with 503 and a time to retry', async (context) => {
  const answers = await askWhileBusy(context, { MAX_EVENT_LOOP_DELAY: '20' })

  const refused = answers.find(({ status }) => status === 503)
  assert.ok(refused, `it answered ${answers.map(({ status }) => status).join(' ')}`)
  assert.match(refused.body, /"code":"overloaded"/)
  assert.equal(refused.retryAfter, '5')
})

test('a proxy without a MAX_EVENT_LOOP_DELAY responds however far behind it is', async (context) => {
  const answers = await askWhileBusy(context, { MAX_EVENT_LOOP_DELAY: '0' })

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})
