import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { startStack, type Stack } from '../stack.ts'

let stack: Stack
before(async () => (stack = await startStack()))
after(() => stack.stop())

test('every kind of answer has the headers of helmet', async () => {
  const reference = Fastify()
  await reference.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
  })
  reference.get('/', () => '')
  const { headers } = await reference.inject('/')
  await reference.close()
  // The others describe the answer itself.
  const wanted = Object.entries(headers).filter(([name]) => !['content-type', 'content-length', 'date', 'connection'].includes(name))
  assert.ok(wanted.length > 5)

  for (const path of ['/livez', '/', '/nothing-here', '/v1/protection/quotes?cents=100&currency=USD', '/widgets.js']) {
    const answer = await fetch(stack.proxy + path)
    for (const [name, value] of wanted) assert.equal(answer.headers.get(name), value, `${name} of ${path}`)
  }
})
