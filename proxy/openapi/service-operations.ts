import type { Family } from '../upstream/catalogue.ts'
import { defaultsIn, type Operation } from '../upstream/operation.ts'
import type { DocumentedOperation } from './operations.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

interface FamilyOptions {
  schemas: Schemas
  /** Puts the envelope around an answer. */
  wrap?: (answer: JsonSchema) => JsonSchema
  refusals: (verb: string, operation: Operation) => Readonly<Record<string, JsonSchema>>
  /** The documented answers that the proxy does not read. */
  documentedAnswers?: Readonly<Record<string, JsonSchema>>
  /** Further details of an operation. */
  also?: (verb: string) => Partial<DocumentedOperation>
}

/** Describes the operations of a service for its document. */
export const documentFamily = (
  { title, operations, inputs, answers }: Family,
  { schemas, wrap = (answer) => answer, documentedAnswers = {}, refusals, also }: FamilyOptions,
): DocumentedOperation[] =>
  Object.entries(operations).map(([verb, operation]) => ({
    operationId: verb,
    endpoint: operation,
    summary: operation.summary,
    description: [
      ...(operation.forwarded ? ['The answer says only that the service has taken it in; the effect comes later.'] : []),
      ...defaultsIn(operation, {}, (field) => `\`${field}\``),
    ].join(' '),
    tag: title,
    input: inputs[verb],
    answer: wrap(documentedAnswers[verb] ?? schemas.of(answers[verb]!)),
    refusals: refusals(verb, operation),
    ...also?.(verb),
  }))

/** Returns every schema that these families use. */
export const schemasOf = (...families: Family[]) => families.flatMap(({ inputs, answers }) => [...Object.values(inputs), ...Object.values(answers)])
