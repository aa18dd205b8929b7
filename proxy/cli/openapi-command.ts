import { documents } from '../openapi/documents.ts'
import { invocation } from './io/invocation.ts'

/** Prints the reference (OpenAPI 3.1) of the proxy or of a service. Returns 0, or 1 if there is no document with this name. */
export function printDocument(
  name = 'proxy',
  { out = invocation().stdout, err = invocation().stderr }: { out?: { write(text: string): unknown }; err?: { write(text: string): unknown } } = {},
): 0 | 1 {
  const make = Object.hasOwn(documents, name) ? documents[name as keyof typeof documents] : undefined
  if (make) out.write(`${JSON.stringify(make(), null, 2)}\n`)
  else err.write(`There is no document "${name}"; there is ${Object.keys(documents).join(', ')}.\n`)
  return make ? 0 : 1
}
