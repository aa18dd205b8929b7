// Traces and metrics, as a collector of OpenTelemetry receives them from a real proxy.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as openRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { freePort } from '../free-port.ts'
import { isBuilt, proxyCommand } from '../proxy-command.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { attributesOf, startCollector, startRelay, type SentSpan } from './collector.ts'
import { orderOf } from './orders.ts'

const [server, client, consumer] = [2, 3, 5]
const quotes = 'GET /v1/protection/quotes'
/** The header that a reverse proxy adds to a request. */
const forwarded = { 'X-Forwarded-For': '192.0.2.1' }
const failed = 2

describe('a proxy with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let relay: Awaited<ReturnType<typeof startRelay>>
  let stack: Stack
  before(async () => {
    collector = await startCollector()
    stack = await startStack({
      thread: true,
      async settings({ PROTECTION_BASE_URL }) {
        relay = await startRelay(PROTECTION_BASE_URL!)
        return {
          PROTECTION_BASE_URL: relay.address,
          OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.address}/`,
          OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20shop,tenant=kiln',
          OTEL_SERVICE_NAME: 'kiln-proxy',
          OTEL_METRIC_EXPORT_INTERVAL: '200',
          TRUST_PROXY: 'loopback',
          LOG_LEVEL: 'info',
        }
      },
    })
  })
  after(async () => {
    await stack.stop()
    await relay.stop()
    await collector.stop()
  })

  const spanNamed = (name: string, fits: (span: SentSpan) => boolean = () => true) =>
    until(
      async () => collector.spans().find((span) => span.name === name && fits(span)),
      (span) => span !== undefined,
    ) as Promise<SentSpan>

  test('sends a span for a request, a part of it for each request to a service, and tells that service', async () => {
    await stack.browser(protection).quoteProtection({ cents: 5_100, currency: 'USD' })

    const span = await spanNamed(quotes)
    const call = await spanNamed('POST quote', ({ parentSpanId }) => parentSpanId === span.spanId)
    assert.deepEqual(attributesOf(span), { 'http.request.method': 'GET', 'http.route': '/v1/protection/quotes', 'http.response.status_code': 200 })
    assert.deepEqual([span.kind, span.parentSpanId, span.status.code], [server, undefined, 0])
    const { hostname: host, port } = new URL(relay.address)
    assert.deepEqual(attributesOf(call), {
      'http.request.method': 'POST',
      'server.address': host,
      'server.port': Number(port),
      'service.peer.name': 'protection',
      'http.response.status_code': 200,
    })
    assert.deepEqual([call.kind, call.traceId], [client, span.traceId])
    assert.deepEqual(
      relay.seen.filter(({ headers }) => headers.traceparent?.includes(span.traceId)).map(({ headers }) => headers.traceparent),
      [`00-${span.traceId}-${call.spanId}-01`],
    )
    assert.ok(
      stack.log.some((line) => line.includes(`"trace_id":"${span.traceId}"`) && line.includes(`"span_id":"${span.spanId}"`) && line.includes('answered')),
      'the log line of the request has the ids of its span',
    )
    assert.equal(collector.resources()[0]!['service.name'], 'kiln-proxy')
    const instances = new Set(collector.resources().map((resource) => resource['service.instance.id']))
    assert.deepEqual([...instances], [`${hostname()}:${process.pid}`])
    const { headers } = collector.received.find(({ path }) => path === '/v1/traces')!
    assert.deepEqual([headers['api-key'], headers.tenant], ['of the shop', 'kiln'])
  })

  test('continues the trace that a reverse proxy names, and passes nothing else of it on', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { ...forwarded, traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'shop=mira', baggage: 'customer=mira' }
    await stack.browser(protection, { headers }).quoteProtection({ cents: 5_200, currency: 'USD' })

    const span = await spanNamed(quotes, (one) => one.traceId === traceId)
    assert.equal(span.parentSpanId, '00f067aa0ba902b7')
    const passed = relay.seen.find((one) => one.headers.traceparent?.includes(traceId))!.headers
    assert.deepEqual([passed.tracestate, passed.baggage], [undefined, undefined])
  })

  test('records nothing of a request whose trace is not recorded', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await stack
      .browser(protection, { headers: { ...forwarded, traceparent: `00-${traceId}-b7ad6b7169203331-00` } })
      .quoteProtection({ cents: 5_300, currency: 'USD' })
    await stack.browser(protection).quoteProtection({ cents: 5_400, currency: 'USD' })

    await until(
      async () => collector.spans().filter(({ name }) => name === quotes).length,
      (count) => count >= 3,
    )
    assert.deepEqual(
      collector.spans().filter((span) => span.traceId === traceId),
      [],
    )
    assert.match(relay.seen.find(({ headers }) => headers.traceparent?.includes(traceId))!.headers.traceparent as string, /-00$/)
  })

  test('ignores the trace that anybody else names, who could choose what is recorded', async () => {
    const traceId = 'b7ad6b7169203331b7ad6b7169203331'
    const before = collector.spans().filter(({ name }) => name === quotes).length
    for (const flag of ['00', '01'])
      await stack.browser(protection, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-${flag}` } }).quoteProtection({ cents: 5_500, currency: 'USD' })

    await until(
      async () => collector.spans().filter(({ name }) => name === quotes).length - before,
      (count) => count === 2,
    )
    assert.ok(!collector.received.some(({ body }) => body.includes(traceId)))
    assert.ok(!relay.seen.some(({ headers }) => headers.traceparent?.includes(traceId)))
  })

  test('keeps the parts of a request in its trace if its body comes later than its headers', async () => {
    const traceId = '1f0e2d3c4b5a69788796a5b4c3d2e1f0'
    const body = JSON.stringify({ order_number: 'K-1001', email: 'mira@example.com' })
    const { method, path } = tracking.trackOrder
    const late = openRequest(`${stack.proxy}${path}`, {
      method,
      headers: {
        ...forwarded,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        Origin: stack.origin,
        'X-Storefront-Client': '1',
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      },
    })
    late.flushHeaders()
    await once(late, 'continue')
    late.end(body)
    const [answer] = (await once(late, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 200)

    const span = await spanNamed(`${method} ${path}`, (one) => one.traceId === traceId)
    await until(
      async () => collector.spans().some(({ kind, parentSpanId }) => kind === client && parentSpanId === span.spanId),
      (isSent) => isSent,
    )
  })

  test('sends a span for a request that is answered before its body was read', async () => {
    const answer = await fetch(`${stack.proxy}/v1/merchant/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer nobody' },
      body: JSON.stringify({ text: 'x'.repeat(60_000) }),
    })
    assert.equal(answer.status, 401)

    const span = await spanNamed('POST /v1/merchant/orders', (one) => attributesOf(one)['http.response.status_code'] === 401)
    assert.equal(span.status.code, 0)
  })

  test('sends a span for each attempt of a job, with the id of the report', async () => {
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 503, times: 1 })
    const { id } = await stack.backend.reportOrder(orderOf('730155019900'))
    await until(
      () => stack.backend.getReport({ id }),
      ({ state }) => state === 'delivered',
    )

    const attempts = await until(
      async () => collector.spans().filter((span) => attributesOf(span)['storefront.job.id'] === id),
      ({ length }) => length === 2,
    )
    assert.deepEqual(
      attempts.map(({ name, kind }) => [name, kind]),
      [
        ['job order', consumer],
        ['job order', consumer],
      ],
    )
    assert.deepEqual(
      attempts.map((span) => ['storefront.job.attempt', 'storefront.job.state', 'error.type'].map((name) => attributesOf(span)[name])),
      [
        [1, undefined, 'ResponseError'],
        [2, 'delivered', undefined],
      ],
    )
    const calls = await Promise.all(attempts.map(({ spanId }) => spanNamed('POST createOrder', ({ parentSpanId }) => parentSpanId === spanId)))
    assert.deepEqual(
      calls.map((call) => [attributesOf(call)['http.response.status_code'], attributesOf(call)['error.type'], call.status.code]),
      [
        [503, '503', failed],
        [201, undefined, 0],
      ],
    )
  })

  test('tells nothing about a person, an order or a key', async () => {
    const { token } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion('700100200301') })
    await stack.browser(loyalty, { token }).getMembership({})
    await stack.browser(tracking).trackOrder({ order_number: 'K-1002', email: 'mira@example.com' })
    await stack.browser(tracking).trackOrder({ tracking_number: '794644790138' })
    await fetch(`${stack.proxy}/v1/mira@example.com?email=mira@example.com`, { method: 'POST' })
    await spanNamed('POST none')
    await until(
      async () => collector.spans().filter(({ name }) => name === 'POST /v1/orders/track').length,
      (count) => count >= 2,
    )

    const all = collector.received.map(({ body }) => body).join('\n')
    const { LOYALTY_API_KEY, PROTECTION_API_KEY, MERCHANT_API_KEYS } = stack.settings
    for (const secret of [
      'mira',
      'Okafor',
      '700100200301',
      'K-1002',
      '794644790138',
      '730155019900',
      '127.0.0.1:',
      LOYALTY_API_KEY!,
      PROTECTION_API_KEY!,
      MERCHANT_API_KEYS!,
      token,
    ])
      assert.ok(!all.includes(secret), `${secret} in ${all.slice(Math.max(0, all.indexOf(secret) - 200), all.indexOf(secret) + 50)}`)
  })

  test('sends the figures that /metrics serves', async () => {
    const labels = { method: 'GET', route: '/v1/protection/quotes', status: '200' }
    const sent = await until(
      async () => {
        const metric = collector.metrics().get('storefront_request_seconds')
        return metric?.histogram?.dataPoints.find((point) => Object.entries(labels).every(([name, value]) => attributesOf(point)[name] === value))
      },
      (point) => (point?.count ?? 0) >= 4,
    )

    const served = await (await fetch(`${stack.operator}/metrics`)).text()
    const bucket = (le: string) =>
      Number(
        new RegExp(`^storefront_request_seconds_bucket\\{le="${le}",method="GET",route="/v1/protection/quotes",status="200"\\} (\\d+)$`, 'm').exec(served)![1],
      )
    assert.equal(sent!.count, bucket('\\+Inf'))
    assert.equal(sent!.bucketCounts.length, sent!.explicitBounds.length + 1)
    const upTo = sent!.explicitBounds.map((_, place) => sent!.bucketCounts.slice(0, place + 1).reduce((sum, count) => sum + count, 0))
    assert.deepEqual(
      upTo,
      sent!.explicitBounds.map((bound) => bucket(String(bound).replace('.', '\\.'))),
    )
    const { unit } = collector.metrics().get('storefront_request_seconds')!
    assert.equal(unit, 's')
    assert.equal(collector.metrics().get('storefront_upstream_total')!.sum!.isMonotonic, true)
    assert.equal(collector.metrics().get('storefront_store_up')!.gauge!.dataPoints[0]!.asDouble, 1)
    const names = [...served.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name!)
    const ofOneReader = names.filter((name) => name.startsWith('nodejs_eventloop_lag_'))
    const empty = names.filter((name) => !new RegExp(`^${name}(_count)?[{ ]`, 'm').test(served))
    assert.deepEqual(
      names.filter((name) => !collector.metrics().has(name) && !empty.includes(name)),
      ofOneReader,
    )
    assert.ok(collector.received.every(({ body }) => !body.includes('"asDouble":null')))
  })
})

test('the last figures of a proxy that shuts down are those of a proxy that works', async () => {
  const collector = await startCollector()
  const stack = await startStack({ thread: true, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address } })
  await stack.stop()

  assert.equal(collector.metrics().get('storefront_store_up')?.gauge?.dataPoints[0]!.asDouble, 1)
  await collector.stop()
})

/** Starts a proxy in its own process; resolves once it listens. */
async function startProcess(command: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the proxy ended (${code}): ${output}`)))
    child.stdout.on('data', (part: Buffer) => (output += part.toString()).includes('Server listening') && resolve())
  })
  return { child, output: () => output }
}

test('a collector that does not answer holds up neither requests nor, for long, the end of the process, and the log says so once', async (context) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const stack = await startStack()
  context.after(async () => {
    await stack.stop()
    silent.closeAllConnections()
    silent.close()
  })
  const port = String(await freePort())
  const { child, output } = await startProcess(proxyCommand('main'), {
    ...stack.settings,
    PORT: port,
    OPERATOR_PORT: '',
    CONSOLE_TOKENS: '',
    DATA_DIR: join(stack.settings.DATA_DIR!, 'own'),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
  context.after(() => child.kill('SIGKILL'))
  const answer = await fetch(`http://127.0.0.1:${port}/v1/protection/quotes?cents=5100&currency=USD`, {
    headers: { Origin: stack.origin, 'X-Storefront-Client': '1' },
  })
  assert.equal(answer.status, 200)
  const failures = (of: string) => output().split(`${of} cannot be sent`).length - 1
  await until(
    async () => failures('metrics'),
    (count) => count > 0,
  )
  const exited = once(child, 'exit')
  const began = performance.now()
  child.kill('SIGTERM')
  await exited

  const took = performance.now() - began
  context.diagnostic(`${Math.round(took)} ms`)
  assert.ok(took < 9_000, `${took} ms`)
  assert.equal(failures('metrics'), 1)
})

/** Starts the built proxy, and resolves to the addresses of all files that its two threads have loaded once it listens. */
async function loadedBy(changes: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-loaded-'))
  const file = join(folder, 'loaded')
  const hook = `import { appendFileSync } from 'node:fs'
    export const load = (url, context, next) => (appendFileSync(${JSON.stringify(file)}, url + '\\n'), next(url, context))`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})`
  const stack = await startStack()
  const { settings } = stack
  await stack.stop()
  const { child } = await startProcess(['--import', `data:text/javascript,${encodeURIComponent(register)}`, 'proxy/dist/main.js'], {
    ...settings,
    PORT: String(await freePort()),
    OPERATOR_PORT: '',
    CONSOLE_TOKENS: '',
    DATA_DIR: folder,
    ...changes,
  })
  try {
    return await readFile(file, 'utf8')
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

test('nothing of the SDK of OpenTelemetry is loaded unless its setting names a collector', async () => {
  assert.ok(isBuilt(), 'run "npm run build:proxy" first')
  const sdk = /@opentelemetry\/(sdk|exporter|otlp|resources|core)/

  assert.doesNotMatch(await loadedBy({}), sdk)
  assert.match(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }), sdk)
})
