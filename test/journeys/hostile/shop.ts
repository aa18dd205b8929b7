import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { freePort } from '../../free-port.ts'
import { startStack } from '../../stack.ts'

/** What a page of the shop does against its widgets. */
export type Hostility = 'gentle' | 'rules' | 'revert' | 'scripts' | 'everything'

const files: Record<Hostility, string[]> = {
  gentle: [],
  rules: ['rules.css'],
  revert: ['revert.css'],
  scripts: ['scripts.js'],
  everything: ['rules.css', 'scripts.js'],
}

/** A shop with pages of each hostility, under the strictest policy, in front of a real proxy and real stand-ins. */
export interface HostileShop {
  address(hostility: Hostility): string
  /** Whether that page's scripts render the offer's surroundings again while the offer is used. */
  rendersAnew(hostility: Hostility): boolean
  stop(): Promise<void>
}

/** Starts the shop on a free port. */
export async function startHostileShop(): Promise<HostileShop> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const stack = await startStack({ origins: [origin], shop: true })
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${stack.proxy}`,
    `connect-src 'self' ${stack.proxy}`,
    `style-src 'self' 'report-sample'`,
    // Some browsers request an icon that no page names.
    `img-src 'self'`,
    `require-trusted-types-for 'script'`,
    'trusted-types lit-html theme',
  ].join('; ')
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.removeContentTypeParser('application/json')

  app.get<{ Params: { hostility: Hostility } }>('/pages/:hostility', async (request, reply) => {
    const own = files[request.params.hostility]
    const of = (ending: string) => own.filter((name) => name.endsWith(ending))
    // As any shop's page does. Otherwise each of the first requests, also the one for the icon, would begin a cart, and the last answer would win.
    const { headers } = await fetch(`${stack.shop}/cart.js`, { headers: { cookie: request.headers.cookie ?? '' } })
    reply.header('Set-Cookie', headers.getSetCookie())
    return reply.headers({ 'Content-Security-Policy': policy, 'Content-Type': 'text/html; charset=utf-8' }).send(`<!doctype html>
<html lang="en"><head><title>A shop</title>
${[...of('.css'), 'page.css'].map((name) => `<link rel="stylesheet" href="/files/${name}">`).join('\n')}
${['watch.js', ...of('.js')].map((name) => `<script src="/files/${name}"></script>`).join('\n')}
<script async type="module" src="${stack.proxy}/widgets.js"></script>
</head><body id="page"><main id="main"><storefront-protection cart="shopify">We pack with care.</storefront-protection></main></body></html>`)
  })
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) =>
    reply
      .type(request.params.name.endsWith('.css') ? 'text/css' : 'text/javascript')
      .send(await readFile(fileURLToPath(new URL(request.params.name, import.meta.url)))),
  )
  // All other paths are the cart, as the platform answers.
  app.setNotFoundHandler(async ({ method, url, headers, body }, reply) => {
    const passed = ['accept', 'content-type', 'cookie'].flatMap((name): [string, string][] => (headers[name] ? [[name, String(headers[name])]] : []))
    const sent = method === 'GET' ? undefined : new Uint8Array(body as Buffer)
    const answer = await fetch(stack.shop + url, { method, headers: passed, body: sent, redirect: 'manual' })
    reply.code(answer.status).headers({ 'Cache-Control': 'no-store', 'Content-Type': answer.headers.get('content-type') ?? '' })
    reply.header('Set-Cookie', answer.headers.getSetCookie())
    return reply.send(Buffer.from(await answer.arrayBuffer()))
  })
  await app.listen({ port, host: '127.0.0.1' })

  return {
    address: (hostility) => `${origin}/pages/${hostility}`,
    rendersAnew: (hostility) => files[hostility].includes('scripts.js'),
    async stop() {
      await app.close()
      await stack.stop()
    },
  }
}
