import type { ZodType } from 'zod'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** An operation as a document describes it. */
export interface DocumentedOperation {
  operationId: string
  endpoint: Pick<Endpoint<never>, 'method' | 'path' | 'status'>
  summary: string
  description?: string
  tag: string
  /** Absent: the operation has no input. */
  input?: ZodType | undefined
  /** The schema of the answer; absent: the answer is not specified. */
  answer?: JsonSchema | undefined
  /** Another status of success, with the same answer. */
  orStatus?: number | undefined
  /** The refusals, by status. */
  refusals: Readonly<Record<string, JsonSchema>>
  /** Parameters in addition to the input, mostly headers. */
  headers?: readonly JsonSchema[]
  /** Absent: as in the rest of the document. */
  security?: readonly JsonSchema[]
  servers?: readonly JsonSchema[]
}

/** Describes a JSON body of this schema. */
export const json = (schema: JsonSchema, type = 'application/json') => ({ content: { [type]: { schema } } })

/** Converts the schema of a body to its form in the document. */
type Form = (schema: JsonSchema) => JsonSchema

/** Makes the paths of a document. */
export function toPaths(all: readonly DocumentedOperation[], schemas: Schemas, form: Form = (schema) => schema): Record<string, JsonSchema> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of all) {
    const path = operation.endpoint.path.replace(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= { ...(operation.servers && { servers: operation.servers }) })
    item[operation.endpoint.method.toLowerCase()] = toOperation(operation, schemas, form)
  }
  return paths
}

function toOperation(
  { operationId, endpoint, summary, description, tag, input, answer, orStatus, refusals, headers = [], security }: DocumentedOperation,
  schemas: Schemas,
  form: Form,
) {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const { properties = {}, required = [] } = (input ? schemas.inFull(input) : {}) as { properties?: Record<string, JsonSchema>; required?: string[] }
  const reads = endpoint.method === 'GET'
  const inQuery = reads ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...inQuery.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] })),
    ...headers,
  ]
  const done = { description: 'Done', ...(answer && json(form(answer))) }
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...(security && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(!reads && input && { requestBody: toBody(input, inPath, schemas, form) }),
    responses: { ...Object.fromEntries([endpoint.status ?? 200, orStatus].flatMap((status) => (status ? [[status, done]] : []))), ...refusals },
  }
}

/** Describes the body: the fields of an input that are not in the path. */
function toBody(input: ZodType, inPath: readonly string[], schemas: Schemas, form: Form) {
  const { properties = {}, required = [], ...rest } = schemas.inFull(input) as { properties?: Record<string, JsonSchema>; required?: string[] }
  const needed = required.filter((name) => !inPath.includes(name))
  const body = {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name))),
    ...(needed.length > 0 && { required: needed }),
  }
  return { required: needed.length > 0, ...json(form(inPath.length === 0 ? schemas.of(input) : body)) }
}
