import type { FastifyInstance } from 'fastify'
import { isControl } from './path.ts'

/** Counts the requests of each operation. Only counts are stored, so that hours under load take no memory. */
export class Requests {
  #counts = new Map<string, number>()

  /** Counts every request to the services, whatever the response. */
  countIn(app: FastifyInstance) {
    app.addHook('onRequest', async ({ method, routeOptions, url }) => {
      if (isControl(url)) return
      const operation = `${method} ${routeOptions.url ?? '(unknown)'}`
      this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1)
    })
  }

  list() {
    return [...this.#counts].map(([operation, count]) => ({ operation, count }))
  }

  clear() {
    this.#counts.clear()
  }
}
