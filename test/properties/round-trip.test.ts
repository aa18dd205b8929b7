import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import type { Operation } from '../../proxy/upstream/operation.ts'
import { toProtectedNaming } from '../../proxy/upstream/naming.ts'
import { arbitraryOf } from './arbitrary.ts'
import { startRecorder, type Recorder } from './recorder.ts'
import { runs } from './runs.ts'
import { sendableOf } from './sendable.ts'

let recorder: Recorder
before(async () => (recorder = await startRecorder()))
after(() => recorder.stop())

/** Sends any value that the operation takes and answers any that it may, and expects both to arrive as they were. */
async function survives(recorder: Recorder, family: keyof typeof catalogue, verb: string, check: (sent: unknown, body: unknown) => void = () => {}) {
  const { operations, inputs, answers } = catalogue[family] as Family
  const anyAnswer = arbitraryOf(answers[verb]!).map((answer) => answer ?? {})
  // A client leaves the length of a page to nobody (A4).
  const paging = family === 'loyalty' && operations[verb]!.cursor !== undefined ? { limit: 50 } : {}
  const trip = fc.asyncProperty(sendableOf(operations[verb]!, inputs[verb]!), anyAnswer, async (input, any) => {
    // A record of another member than the one that was asked for is not believed.
    const answer = verb === 'readMember' ? { ...any, customerId: (input as { id: string }).id } : any
    recorder.received.length = 0
    recorder.answer = answer
    const came = await recorder.clients[family][verb]!(input)
    assert.deepEqual(
      recorder.received.map(({ verb, input }) => ({ verb, input })),
      [{ verb, input: Object.assign({ ...paging }, inputs[verb]!.parse(input)) }],
    )
    assert.deepEqual(came, answers[verb]!.parse(answer))
    check(input, recorder.received[0]!.body)
  })
  await fc.assert(trip, runs(10))
}

for (const [name, { title, operations }] of Object.entries(catalogue) as [keyof typeof catalogue, Family][]) {
  describe(title, () => {
    for (const [verb, { summary }] of Object.entries<Operation>(operations))
      test(`${summary}: every value allowed arrives as it was, and so does every answer`, () => survives(recorder, name, verb))
  })
}

describe('Shipment protection, in the protected naming', () => {
  let speaker: Recorder
  before(async () => (speaker = await startRecorder('protected')))
  after(() => speaker.stop())

  for (const [verb, { summary }] of Object.entries<Operation>(catalogue.protection.operations))
    test(`${summary}: every value allowed arrives as it was, in the other words`, () =>
      survives(speaker, 'protection', verb, (_, body) => assert.deepEqual(body, toProtectedNaming(body))))
})
