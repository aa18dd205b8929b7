import type { FastifyInstance } from 'fastify'
import { Refusal } from './problems.ts'

/** Adds routes that refuse every request to an API whose service is not set up, so that its widget shows its slot. `settings` names what is missing. */
export function refuseUnconfigured(app: FastifyInstance, table: Record<string, { method: string; path: string }>, settings: string) {
  for (const { method, path } of Object.values(table)) {
    app.route({ method, url: path, handler: () => Promise.reject(new Refusal('not-configured', `This is not set up here (${settings}).`)) })
  }
}
