import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'
import { arbitraryOf } from './arbitrary.ts'
import { runs } from './runs.ts'
import { spoiltOf } from './spoil.ts'

for (const [family, { inputs, answers }] of Object.entries<Family>(catalogue)) {
  describe(`values made for ${family}`, () => {
    const schemas = [...Object.entries(inputs), ...Object.entries(answers).map(([verb, schema]) => [`the answer to ${verb}`, schema] as const)]
    for (const [verb, schema] of schemas) {
      test(`are what ${verb} takes`, () => {
        const takes = fc.property(arbitraryOf(schema), (value) => assert.equal(schema.safeParse(value).error, undefined))
        fc.assert(takes, runs(15))
      })

      test(`are refused by ${verb} for the one fault that was put into them`, () => {
        const refuses = fc.property(spoiltOf(schema), (spoilt) => {
          if (!spoilt) return
          assert.ok(!schema.safeParse(spoilt.value).success, 'is taken')
          assert.ok(spoilt.fields.length > 0, `nothing at ${spoilt.path.join('.')} is found wrong`)
        })
        fc.assert(refuses, runs(10))
      })
    }
  })
}
