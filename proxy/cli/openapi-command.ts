import { documents } from '../openapi/documents.ts'

/** Prints the reference (OpenAPI 3.1) of the proxy's own side, or of a service. Answers 0, or 1 for a name that there is no document of. */
export function printDocument(
  name = 'proxy',
  { out = process.stdout, err = process.stderr }: { out?: { write(text: string): unknown }; err?: { write(text: string): unknown } } = {},
): 0 | 1 {
  const make = Object.hasOwn(documents, name) ? documents[name as keyof typeof documents] : undefined
  if (make) out.write(`${JSON.stringify(make(), null, 2)}\n`)
  else err.write(`There is no document "${name}"; there is ${Object.keys(documents).join(', ')}.\n`)
  return make ? 0 : 1
}
