import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'

/** The service did what was asked. */
export function accepted(answer: Answer, status?: number): Answer {
  assert.ok(status === undefined ? answer.ok : answer.status === status, String(answer))
  // The loyalty service says everything in an envelope (A1).
  if (answer.question.includes(' /v2.0/')) assert.equal(typeof answer.at('message'), 'string', String(answer))
  return answer
}

/** The loyalty service did not do what was asked, and says so in its envelope (A3): with 400, or with the finer code where there is one. */
export const refused = (answer: Answer, finer = 400): Answer => refusedWith(answer, [400, finer])

/** The same with one of these statuses. */
export function refusedWith(answer: Answer, statuses: readonly number[]): Answer {
  assert.ok(statuses.includes(answer.status), `not refused with ${statuses.join(' or ')}: ${String(answer)}`)
  assert.equal(typeof answer.at('message'), 'string', String(answer))
  return answer
}

/** The protection service found that field wrong: 422, with lines that begin with it, in words or as it is written (A61). */
export function wrong(answer: Answer, ...path: string[]): Answer {
  assert.equal(answer.status, 422, String(answer))
  const lines = answer.at<unknown>('error')
  assert.ok(Array.isArray(lines) && lines.length > 0 && lines.every((line) => typeof line === 'string'), String(answer))
  const words = path.map(inWords)
  const names = (line: string) => words.some((word) => line.startsWith(word)) && line.includes(words.at(-1)!) && !words.includes(line)
  assert.ok(lines.map(inWords).some(names), `no line begins with ${path.join('.')}: ${String(answer)}`)
  return answer
}

/** Fields under either name, however they are written. */
const inWords = (text: string) => text.toLowerCase().replaceAll(/[_.]/g, ' ').replaceAll('protected', 'insured')
