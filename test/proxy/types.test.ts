import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { z } from 'zod'
import { serve, type Handlers } from '../../proxy/http/serve.ts'
import { get, post } from '../../src/contract/endpoint.ts'

const kiln = {
  lightKiln: post<{ degrees: number }, { lit: boolean }>('/kiln'),
  readKiln: get<Record<never, never>, { degrees: number }>('/kiln'),
}
const inputs = { lightKiln: z.object({ degrees: z.number() }), readKiln: z.object({}) }
const handlers: Handlers<typeof kiln> = { lightKiln: ({ degrees }) => ({ lit: degrees > 0 }), readKiln: () => ({ degrees: 1240 }) }
const context = () => undefined

test('a verb without a handler neither compiles nor starts', () => {
  // @ts-expect-error readKiln has no handler
  assert.throws(() => serve(Fastify(), kiln, { inputs, handlers: { lightKiln: handlers.lightKiln }, context }), /readKiln has no handler/)
})

test('a verb without an input schema neither compiles nor starts', () => {
  // @ts-expect-error readKiln has no schema
  assert.throws(() => serve(Fastify(), kiln, { inputs: { lightKiln: inputs.lightKiln }, handlers, context }), /readKiln has no input schema/)
})

test('a handler that returns another shape does not compile', () => {
  // @ts-expect-error degrees is a number
  const wrong: Handlers<typeof kiln> = { ...handlers, readKiln: () => ({ degrees: 'hot' }) }

  assert.ok(wrong)
})
