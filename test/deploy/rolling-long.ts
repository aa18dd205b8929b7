// Restarts two instances one after the other under load. It is too long for `npm test`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres.ts'
import { orderOf } from '../proxy/orders.ts'
import { KilledProxy } from '../jobs/kill-proxies.ts'
import { startStack, until } from '../stack.ts'
import { startBalancer } from './balancer.ts'

/** How often each instance is restarted, and how many callers there are. */
const rounds = Math.round(Number(process.env.PROPERTIES_FACTOR ?? '1'))
const callers = 4

test('two instances on one PostgreSQL are restarted one after the other under load, and no request fails', { timeout: 120_000 * rounds }, async (t) => {
  const postgres = await startPostgres()
  t.after(() => postgres.stop())
  const stack = await startStack()
  t.after(() => stack.stop())
  const instances = await Promise.all([1, 2].map(async () => ({ port: await freePort(), operatorPort: await freePort() })))
  const settings = { ...stack.settings, DATABASE_URL: postgres.url, NETWORK_RATES: '1000000,1000000', SHUTDOWN_DELAY: '1' }
  const proxies = instances.map(({ port, operatorPort }) => new KilledProxy(port, { ...settings, OPERATOR_PORT: String(operatorPort) }, () => {}))
  t.after(() => Promise.all(proxies.map((proxy) => proxy.kill())))
  const answers = (proxy: KilledProxy) =>
    until(
      () => Promise.resolve(proxy.address ?? proxy.ended),
      (found) => found !== undefined,
    )
  const isReady = ({ operatorPort }: (typeof instances)[number]) =>
    until(
      () => fetch(`http://127.0.0.1:${operatorPort}/readyz`).catch(() => undefined),
      (answer) => answer?.status === 200,
    )
  for (const proxy of proxies) proxy.start()
  await Promise.all(proxies.map(answers))
  const balancer = await startBalancer(instances)
  t.after(() => balancer.stop())
  await until(
    () => fetch(`${balancer.origin}/livez`),
    ({ status }) => status === 200,
  )

  const failures: string[] = []
  const accepted: string[] = []
  let asked = 0
  let isOver = false
  let number = 90_000
  const ask = async (path: string, init: RequestInit = {}) => {
    asked += 1
    const answer = await fetch(balancer.origin + path, { ...init, headers: { Origin: stack.origin, 'Content-Type': 'application/json', ...init.headers } })
    const body = await answer.text()
    if (answer.status >= 300) failures.push(`${path}: ${answer.status} ${body}`)
    return body
  }
  const calling = Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isOver) {
        await ask(`/v1/protection/quotes?cents=${(number += 1)}&currency=USD`)
        const headers = { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` }
        accepted.push(
          (JSON.parse(await ask('/v1/merchant/orders', { method: 'POST', headers, body: JSON.stringify(orderOf(String(number))) })) as { id: string }).id,
        )
        // The callers leave the machine some time.
        await pause(20)
      }
    }),
  )
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, proxy] of proxies.entries()) {
      await proxy.stop()
      proxy.start()
      await answers(proxy)
      await isReady(instances[index]!)
      await pause(300)
    }
  }
  isOver = true
  await calling

  assert.deepEqual(failures, [])
  assert.ok(asked > 20 * rounds, `${asked} requests`)
  const headers = { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` }
  for (const id of accepted) {
    await until(
      async () => JSON.parse(await ask(`/v1/merchant/reports/${id}`, { headers })) as { state: string },
      ({ state }) => state === 'delivered',
    )
  }
  t.diagnostic(`${asked} requests, ${accepted.length} reports, ${2 * rounds} restarts: 0 failed`)
})
