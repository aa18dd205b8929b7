import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { ZodType } from 'zod'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { merchantInputs } from '../../proxy/merchant/merchant.schema.ts'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { inNaming, toProtectedNaming } from '../../proxy/upstream/naming.ts'
import { createClient, type CallOptions } from '../../src/contract/client.ts'
import type { Endpoint, Endpoints } from '../../src/contract/endpoint.ts'
import { mira, startServices } from '../conformance/stand-ins/start.ts'
import { startStack, type Stack } from '../stack.ts'
import { assertNotSent, assertRefused } from './naming-the-field.ts'
import { startRecorder, type Recorder } from './recorder.ts'
import { runs } from './runs.ts'
import { spoiltFor } from './sendable.ts'

type Call = (input: unknown, options?: CallOptions) => Promise<unknown>

/** Sends many inputs with one fault each, and expects each to be refused by the name of its field. */
async function refuses(endpoint: Endpoint, schema: ZodType, call: Call) {
  const refused = fc.asyncProperty(spoiltFor(endpoint, schema), async (spoilt) => {
    if (spoilt) await assertRefused(call(spoilt.value), spoilt)
  })
  await fc.assert(refused, runs(8))
}

const services = await startServices()

describe('a stand-in', () => {
  /** All that the stand-ins hold; what was asked of them is not part of it. */
  const held = async () => {
    const { requests: _, totals, ...lists } = (await services.control('GET', 'state')).body as Record<string, object>
    return { ...lists, totals: { ...totals, requests: 0 } }
  }
  const asMira = () => services.signIn(mira)
  const key = () => ({ headers: { 'X-API-Key': 'protection-key' } })

  for (const [name, { title, operations, inputs }] of Object.entries<Family>(catalogue)) {
    if (name === 'claims') continue // the merchant hosts these
    for (const [verb, endpoint] of Object.entries(operations)) {
      test(`of ${title} refuses to ${verb} with any fault by the field's name, and nothing changes`, async () => {
        const before = await held()
        const options = name === 'loyaltyStorefront' ? await asMira() : {}
        const client = { loyalty: services.admin, loyaltyStorefront: services.storefront, protection: services.protection, track: services.track }[name]
        const call = (client as unknown as Record<string, Call>)[verb]!

        await refuses(endpoint, inputs[verb]!, (input) => call(input, options))

        assert.deepEqual(await held(), before)
      })
    }
  }

  for (const [verb, endpoint] of Object.entries(inNaming(catalogue.protection.operations, 'protected') as Endpoints)) {
    test(`of ${catalogue.protection.title} refuses to ${verb} in the protected naming with any fault, and nothing changes`, async () => {
      const before = await held()
      const client = createClient({ [verb]: endpoint }, { baseUrl: `${services.address}/protection/api/v1`, ...key() }) as Record<string, Call>
      const schema = (catalogue.protection.inputs as Record<string, ZodType>)[verb]!

      const refused = fc.asyncProperty(spoiltFor(endpoint, schema), async (spoilt) => {
        if (!spoilt) return
        const sent = toProtectedNaming(spoilt.value)
        const fields = spoilt.fields.map((name) => name.replace('insured', 'protected'))
        // Without a word of either naming nobody can tell which one is spoken (A72).
        const either = /"(amount|is)_protected/.test(JSON.stringify(sent)) ? fields : [...fields, ...spoilt.fields]
        await assertRefused(client[verb]!(sent), { fields: either })
      })
      await fc.assert(refused, runs(5))

      assert.deepEqual(await held(), before)
    })
  }
})

describe('the proxy', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())

  for (const [verb, endpoint] of Object.entries(merchant)) {
    test(`refuses to ${verb} with any fault by the field's name, and asks the services nothing`, async () => {
      const before = await stack.state()

      await refuses(endpoint, merchantInputs[verb as keyof typeof merchantInputs], (stack.backend as unknown as Record<string, Call>)[verb]!)

      assert.deepEqual(await stack.state(), before)
      assert.ok(!stack.log.some((line) => line.includes('job settled')))
    })
  }
})

describe('a client', () => {
  let recorder: Recorder
  before(async () => (recorder = await startRecorder()))
  after(() => recorder.stop())

  for (const [name, { title, operations, inputs }] of Object.entries(catalogue) as [keyof typeof catalogue, Family][]) {
    for (const [verb, endpoint] of Object.entries(operations)) {
      test(`of ${title} sends no ${verb} that has a fault, and names the field`, async () => {
        recorder.received.length = 0
        const refused = fc.asyncProperty(spoiltFor(endpoint, inputs[verb]!), async (spoilt) => {
          if (!spoilt) return
          await assertNotSent(recorder.clients[name][verb]!(spoilt.value), spoilt)
        })
        await fc.assert(refused, runs(5))
        assert.deepEqual(recorder.received, [])
      })
    }
  }
})
