import fc from 'fast-check'
import type { ZodType } from 'zod'
import { createClient } from '../../src/contract/client.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { runs } from './runs.ts'
import type { Spoilt } from './spoil.ts'
import { sendableOf, spoiltFor } from './sendable.ts'

/** What goes to a server: in its parts, or as the bytes of a connection that no HTTP library would write. */
export type Request = { method: string; path: string; headers: string[]; body: string | undefined } | { bytes: string }

/** An operation of a server under test. */
export interface Tried {
  endpoint: Endpoint
  schema: ZodType
  /** What is before the endpoint's path. */
  prefix: string
  headers: Record<string, string>
  /** Values that mean something there, such as a known order's id, by the fields that they can stand in. */
  known?: Record<string, readonly unknown[]>
  /** Whether they always stand there, since what is unknown is waited for. */
  onlyKnown?: boolean
  /** Inputs without a fault, where not just any will do. */
  inputs?: readonly unknown[]
}

/** How many inputs are made for each operation; requests are many variations of them. */
const inputsEach = 24

/** To how many operations each odd body is sent. */
const operationsPerBody = 3

/**
 * Requests to a server with these operations. `odd` has each odd body and each odd path, so that a short run leaves none of them out; `any`
 * draws by chance: requests as they should be, with one fault, twisted, and such as no client sends.
 */
export async function requestsTo(tried: readonly Tried[]): Promise<{ odd: Request[]; any: fc.Arbitrary<Request> }> {
  const proper = (await Promise.all(tried.map(async (one) => written(one, one.inputs ?? inputsOf(one))))).flat()
  const faulty = (await Promise.all(tried.map(async (one) => written(one, spoiltInputsOf(one))))).flat()
  const any =
    faulty.length === 0
      ? fc.constantFrom(...proper)
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...proper) }, { weight: 2, arbitrary: fc.constantFrom(...faulty) })
  const withBody = proper.filter(({ body }) => body !== undefined)
  // A stride without a divisor in common with most lengths, so that the operations take turns.
  const inTurn = (requests: readonly Parts[], count: number) => requests[(count * 37) % requests.length]!
  const odd = [
    ...(withBody.length ? bodies : []).flatMap((body, index) =>
      Array.from({ length: operationsPerBody }, (_, turn) => ({ ...inTurn(withBody, index * operationsPerBody + turn), body })),
    ),
    ...paths.map((change, index) => {
      const request = inTurn(proper, index)
      return { ...request, path: change(request.path) }
    }),
  ]
  const drawn = fc.oneof(
    { weight: 4, arbitrary: any },
    {
      weight: 4,
      arbitrary: fc
        .tuple(any, fc.array(anyTwist, { minLength: 1, maxLength: 3 }))
        .map(([request, twists]) => twists.reduce((twisted, twist) => twist(twisted), request)),
    },
    { weight: 1, arbitrary: any.chain(anyBytes) },
  )
  return { odd, any: drawn }
}

interface Parts {
  method: string
  path: string
  headers: string[]
  body: string | undefined
}

function inputsOf({ endpoint, schema, known = {}, onlyKnown = false }: Tried): unknown[] {
  const inputs = fc.tuple(sendableOf(endpoint, schema), fc.constantFrom(true, true, true, false), fc.nat()).map(([input, isKnown, index]) => {
    const fields = Object.entries(known).filter(([field]) => field in input)
    return isKnown || onlyKnown ? { ...input, ...Object.fromEntries(fields.map(([field, values]) => [field, values[index % values.length]])) } : input
  })
  return fc.sample(inputs, { ...runs(1), numRuns: inputsEach })
}

function spoiltInputsOf({ endpoint, schema }: Tried): unknown[] {
  return fc.sample<Spoilt | undefined>(spoiltFor(endpoint, schema), { ...runs(1), numRuns: inputsEach }).flatMap((spoilt) => (spoilt ? [spoilt.value] : []))
}

/** The requests that our client writes for those inputs. */
async function written({ endpoint, prefix, headers }: Tried, inputs: readonly unknown[]): Promise<Parts[]> {
  const requests: Parts[] = []
  const client = createClient(
    { call: endpoint },
    {
      baseUrl: prefix,
      headers,
      send: async (path, { method, headers, body }) => {
        requests.push({ method, path, headers: Object.entries(headers).flat(), body })
        return { status: 204, text: async () => '' }
      },
    },
  )
  for (const input of inputs) await client.call(input as never)
  return requests
}

type Twist = (request: Parts) => Parts

const without = (headers: readonly string[], name: string) => headers.filter((_, index) => headers[index - (index % 2)]!.toLowerCase() !== name.toLowerCase())
const withHeader =
  (name: string, value: string): Twist =>
  (request) => ({ ...request, headers: [...without(request.headers, name), name, value] })
const deep = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`

const bodies = [
  '',
  ' ',
  'null',
  'true',
  '42',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{"a":',
  '{"a":1}}',
  '{a:1}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
  '{"id":{"__proto__":null},"amount":{"toString":1},"cart":{"amount_insured":{"cents":{"valueOf":1},"currency":[]}}}',
  '{"amount":1e400,"cents":-1e400,"quantity":123456789012345678901234567890}',
  '{"amount_insured":1,"amount_protected":2,"line_items":[{"is_insured":true,"is_protected":false}]}',
  '{"line_items":[null],"customer":null,"shipping_address":[]}',
  '{"name":"\\ud800","notes":"\\udfff\\u0000"}',
  'a=1&b=2',
  '<xml/>',
  deep(40),
  deep(5_000),
  deep(60_000),
  `{"notes":"${'n'.repeat(300_000)}"}`,
  `[${'{},'.repeat(20_000)}{}]`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"f${index}":${index}`).join()}}`,
]

const paths: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replace(/[^/?]+(?=$|\?)/, '%'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, '%zz'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, '%ff%fe'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, '%00'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, '..%2f..%2fetc%2fpasswd'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, '__proto__'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, 'constructor'),
  (path) => path.replace(/[^/?]+(?=$|\?)/, 'x'.repeat(3_000)),
  (path) => `${path}/../../..`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.toUpperCase(),
  (path) => `${path}?${'q=1&'.repeat(500)}`,
  (path) => `${path}?limit=10&limit=20&id=a&id=b&key=a&key=b&email=x&email=y&cents=1&cents=2`,
  (path) => `${path}?limit=&lastCustomerId=%&lastCreditEntry=%7B%22&__proto__=1&constructor=2`,
  (path) => `${path}?limit[]=1&limit[a]=2&key[toString]=3&parts=,,,`,
  (path) => `${path}?limit=1e400&cents=99999999999999999999&wait=-1&includeBenefits=%00`,
  (path) => `${path};jsessionid=1`,
  () => '/',
  () => '/unknown/%F0%9F%A4%B7',
  () => '/v1/../v2.0/admin',
  () => '/.env',
]

const anyTwist: fc.Arbitrary<Twist> = fc.oneof(
  fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH').map((method): Twist => (request) => ({
    ...request,
    method,
  })),
  fc.constantFrom(...bodies).map((body): Twist => (request) => ({ ...request, body })),
  fc.constantFrom(...paths).map((change): Twist => (request) => ({ ...request, path: change(request.path) })),
  fc
    .constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/problem+json',
      'application/json, text/html',
      '*/*',
      ';',
      'a'.repeat(2_000),
    )
    .map((type) => withHeader('Content-Type', type)),
  fc.constantFrom('text/html', '', '*/*;q=0', 'application/json;q=x').map((type) => withHeader('Accept', type)),
  fc
    .constantFrom('Content-Type', 'Accept', 'X-API-Key', 'X-Loyalty-Api-Key', 'Authorization', 'X-Storefront-Client', 'Origin', 'Idempotency-Key')
    .map((name): Twist => (request) => ({ ...request, headers: without(request.headers, name) })),
  fc.constantFrom('X-API-Key', 'X-Loyalty-Api-Key', 'Authorization', 'Accept', 'Idempotency-Key', 'Origin', 'Content-Type').map((name): Twist => (request) => ({
    ...request,
    headers: [...request.headers, name, 'again', name, 'and again'],
  })),
  fc
    .constantFrom('Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', `Bearer ${'e30.'.repeat(500)}`, 'bearer null', 'é')
    .map((value) => withHeader('Authorization', value)),
  fc.constantFrom('', 'null', 'https://elsewhere.example', 'file://', 'x'.repeat(4_000)).map((value) => withHeader('Origin', value)),
  fc.constantFrom('1', '', 'k'.repeat(5_000), '../..', '__proto__').map((value) => withHeader('Idempotency-Key', value)),
  fc.constantFrom('gzip', 'br, deflate', 'identity', '💥').map((value) => withHeader('Accept-Encoding', Buffer.from(value).toString('latin1'))),
  fc.constantFrom('127.0.0.1', '::1, 10.0.0.1', 'x'.repeat(1_000), '').map((value) => withHeader('X-Forwarded-For', value)),
  fc.constant<Twist>(withHeader('X-Long', 'h'.repeat(9_000))),
  fc.constant<Twist>(withHeader('Access-Control-Request-Method', 'DELETE')),
)

/** Bytes that begin or end as a request should not. */
function anyBytes({ method, path, headers, body = '' }: Parts): fc.Arbitrary<Request> {
  const lines = Array.from({ length: headers.length / 2 }, (_, index) => `${headers[2 * index]}: ${headers[2 * index + 1]}`)
  const message = (first: string, ...more: string[]) => [first, 'Host: localhost', 'Connection: close', ...lines, ...more].join('\r\n') + '\r\n\r\n'
  const length = Buffer.byteLength(body)
  return fc
    .constantFrom(
      `${message(`${method} ${path} HTTP/1.1`, `Content-Length: ${length + 50}`)}${body}`,
      `${message(`POST ${path} HTTP/1.1`, `Content-Length: ${length || 2}`)}${body.slice(0, length / 2)}`,
      `${message(`${method} ${path} HTTP/1.1`, 'Content-Length: 5', 'Content-Length: 6')}${body}`,
      `${message(`POST ${path} HTTP/1.1`, 'Content-Length: -1')}${body}`,
      `${message(`POST ${path} HTTP/1.1`, 'Transfer-Encoding: chunked')}zz\r\n${body}\r\n0\r\n\r\n`,
      `${message(`POST ${path} HTTP/1.1`, 'Transfer-Encoding: chunked')}5\r\n{"a":\r\n`,
      `${message(`POST ${path} HTTP/1.1`, 'Transfer-Encoding: chunked', 'Content-Length: 3')}3\r\n{}\n\r\n0\r\n\r\n`,
      `${message(`POST ${path} HTTP/1.1`, 'Content-Encoding: gzip', `Content-Length: ${length}`)}${body}`,
      `${message(`POST ${path} HTTP/1.1`, `Content-Length: 3`)}\xff\xfe\x00`,
      message(`GET ${path} HTTP/1.1`, `X-Long: ${'h'.repeat(40_000)}`),
      message(`GET /${'p'.repeat(40_000)} HTTP/1.1`),
      message(`GET ${path} HTTP/1.1`, 'no colon'),
      message(`GET ${path} HTTP/1.1`, 'X-Control: \x00\x01'),
      message(`GET ${path} HTTP/9.9`),
      message(`${method.toLowerCase()} ${path} HTTP/1.1`),
      message(`BREW ${path} HTTP/1.1`),
      message('OPTIONS * HTTP/1.1'),
      message(`GET http://elsewhere.example${path} HTTP/1.1`),
      message(`GET ${path} HTTP/1.1`, 'Host: elsewhere.example'),
      message(`GET ${path} HTTP/1.1`, 'Expect: 100-continue'),
      message(`GET ${path} HTTP/1.1`, 'Upgrade: websocket', 'Connection: Upgrade'),
      message('CONNECT elsewhere.example:443 HTTP/1.1'),
      `GET ${path} HTTP/1.1\r\n\r\n`,
      `GET ${path}\r\n\r\n`,
      `${method} ${path} HT`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\r\n\r\n\r\n',
      '',
    )
    .map((bytes) => ({ bytes }))
}
