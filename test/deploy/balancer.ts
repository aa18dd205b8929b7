import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Agent, request } from 'undici'

/** One of the instances behind a balancer. */
interface Instance {
  port: number
  operatorPort: number
}

/**
 * A reverse proxy before several instances, as `proxy/deploy/Caddyfile` sets Caddy up: it asks each instance whether it is ready, keeps connections,
 * sends a request to the instance that has the fewest, and to another one only if it reached none. It never repeats what may have been received.
 */
export async function startBalancer(instances: readonly Instance[]) {
  const agent = new Agent({ connections: 32, keepAliveTimeout: 60_000 })
  const targets = instances.map(({ port, operatorPort }) => ({ origin: `http://127.0.0.1:${port}`, operatorPort, isReady: false, running: 0 }))
  const check = async (target: (typeof targets)[number]) => {
    target.isReady = await request(`http://127.0.0.1:${target.operatorPort}/readyz`, { dispatcher: agent }).then(
      ({ statusCode, body }) => body.dump().then(() => statusCode === 200),
      () => false,
    )
  }
  const checks = setInterval(() => targets.forEach((target) => void check(target)), 100)

  const server = createServer(async (incoming, outgoing) => {
    const { host: _, connection: __, ...headers } = incoming.headers
    const body = await text(incoming)
    const usable = targets.filter(({ isReady }) => isReady).sort((a, b) => a.running - b.running)
    for (const target of usable) {
      target.running += 1
      try {
        const answer = await request(target.origin + incoming.url!, { method: incoming.method as 'GET', headers, body: body || null, dispatcher: agent })
        outgoing.writeHead(answer.statusCode, { 'Content-Type': String(answer.headers['content-type']) })
        return pipeline(answer.body, outgoing, () => {})
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ECONNREFUSED') return outgoing.writeHead(502).end(String(error))
      } finally {
        target.running -= 1
      }
    }
    outgoing.writeHead(502).end('no instance is ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(checks)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await agent.close()
    },
  }
}
