import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pageHeaders, startConsole, type ConsoleStack } from './console-stack.ts'

describe('single sign-on at the console', () => {
  let trusting: ConsoleStack
  let distrusting: ConsoleStack
  before(async () => {
    const signOn = { CONSOLE_TOKENS: undefined, CONSOLE_SIGN_ON_HEADER: 'X-Forwarded-User', CONSOLE_ACTORS: 'ada@example.com', LOG_LEVEL: 'silent' }
    ;[trusting, distrusting] = await Promise.all([
      startConsole({ ...signOn, CONSOLE_SIGN_ON_PROXIES: 'loopback', CONSOLE_URL: 'https://console.example.com' }),
      startConsole({ ...signOn, CONSOLE_SIGN_ON_PROXIES: '192.0.2.7' }),
    ])
  })
  after(() => Promise.all([trusting.stop(), distrusting.stop()]))

  const whoAmI = async (stack: ConsoleStack, headers: Record<string, string>, host?: string) => {
    const { request } = await import('node:http')
    return new Promise<[status: number, body: Record<string, unknown>]>((resolve, reject) => {
      const sent = { ...pageHeaders(stack.operator), ...headers, ...(host && { host, Origin: `https://${host}` }) }
      request(`${stack.operator}/console/api/session`, { headers: sent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve([answer.statusCode!, JSON.parse(text) as Record<string, unknown>]))
      })
        .on('error', reject)
        .end()
    })
  }

  test('the header of a trusted reverse proxy signs a person in, and the settings give the role', async () => {
    const host = 'console.example.com'

    assert.deepEqual(await whoAmI(trusting, { 'X-Forwarded-User': 'ada@example.com' }, host), [200, { name: 'ada@example.com', role: 'act', via: 'sign-on' }])
    assert.deepEqual(await whoAmI(trusting, { 'X-Forwarded-User': 'noor@example.com' }, host), [
      200,
      { name: 'noor@example.com', role: 'look', via: 'sign-on' },
    ])
    assert.equal((await whoAmI(trusting, {}, host))[0], 401)
  })

  test('under another host name than that of the settings nobody is signed in', async () => {
    assert.equal((await whoAmI(trusting, { 'X-Forwarded-User': 'ada@example.com' }))[0], 403)
  })

  test('the same header from any other address signs nobody in', async () => {
    assert.equal((await whoAmI(distrusting, { 'X-Forwarded-User': 'ada@example.com' }))[0], 401)
    assert.equal((await whoAmI(distrusting, { 'X-Forwarded-User': 'ada@example.com', 'X-Forwarded-For': '192.0.2.7' }))[0], 401)
  })
})
