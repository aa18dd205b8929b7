import type { FastifyInstance } from 'fastify'
import type { OpenQueue } from '../background/background.ts'
import type { Services } from '../upstream/services.ts'

interface HomePageParts {
  services: Services
  /** Absent if the proxy has no queue. */
  queue: Pick<OpenQueue, 'check' | 'shopFault'> | undefined
}

/** How long one check of the queue answers all requests, in milliseconds. */
const validity = 5_000

/**
 * Serves the page at the address of the proxy, for merchants: Shopify opens it as the `application_url` of the app. It says what this is and whether it
 * works, and names no setting, service or version.
 */
export function serveHomePage(app: FastifyInstance, { services, queue }: HomePageParts) {
  let last: { at: number; isFine: Promise<boolean> } | undefined
  /** Whether the queue works. A check writes to the store, and anybody may open the page. */
  const isQueueFine = (): Promise<boolean> => {
    if (!queue) return Promise.resolve(true)
    const now = performance.now()
    if (!last || now - last.at > validity) {
      const isFine = Promise.all([queue.check(), queue.shopFault()]).then(
        ([, shopFault]) => shopFault === undefined,
        () => false,
      )
      last = { at: now, isFine }
    }
    return last.isFine
  }
  app.get('/', async (_, reply) => {
    const works = (await isQueueFine()) && [...services.transports.values()].every(({ isCircuitOpen }) => !isCircuitOpen)
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(page(works))
  })
}

const page = (works: boolean) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Storefront widgets</title>
<h1>Storefront widgets</h1>
<p>This server connects the widgets of a shop (shipment protection, loyalty, order tracking) to their services. Shoppers never open this page.</p>
<p><strong>${works ? 'It works.' : 'A part that it needs does not work at the moment. It keeps trying; the widgets hide what they cannot show.'}</strong></p>
<p>To place the widgets, open the theme editor of your shop. If something is wrong, run <code>storefront-proxy doctor</code> on the server.</p>
</html>
`
