import { problems, type ProblemCode } from '../../src/contract/problem.ts'
import { json } from './operations.ts'
import { refTo, type JsonSchema } from './schemas.ts'

/** The schema of every problem that the proxy answers (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'RFC 9457; programs branch on `code`, which never changes its meaning',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problems) },
    detail: { type: 'string', description: 'What is wrong, and what to do' },
    errors: { type: 'array', items: { type: 'string' }, description: 'One line for each field that is wrong, the field first' },
    retry_after: { type: 'number', description: 'Seconds until asking again makes sense' },
  },
}

/** Describes the answers with these codes, by status. */
export function toRefusals(codes: readonly ProblemCode[]): Record<string, JsonSchema> {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set(codes)) {
    const [status] = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort()
      .map(([status, those]) => [
        status,
        { description: those.map((code) => `\`${code}\`: ${problems[code][1]}`).join('; '), ...json(refTo('Problem'), 'application/problem+json') },
      ]),
  )
}
