import type { FastifyInstance } from 'fastify'

/** Sends the strictest policy of a page that loads the widgets from `proxy`: one more host, and nothing unsafe. */
export function sendSecurityHeaders(app: FastifyInstance, proxy: string, devSocket = '') {
  const { origin: host } = new URL(proxy)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${host}`,
    `connect-src 'self' ${host} ${devSocket}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'trusted-types lit-html',
    "require-trusted-types-for 'script'",
  ].join('; ')

  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.headers({ 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' })
    if (method !== 'GET' && headers['sec-fetch-site'] === 'cross-site') return reply.code(403).send({ error: 'Another site may not do that' })
  })
}
