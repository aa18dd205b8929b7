import type { FastifyInstance } from 'fastify'
import { isControl } from './path.ts'

/** How often each operation was asked for. Counts only, so that hours under load take no memory. */
export class Requests {
  #counts = new Map<string, number>()

  /** Counts what comes to the services, whatever becomes of it. */
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
