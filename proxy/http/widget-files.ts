import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Hashed files never change. The browser may use a stale entry while it revalidates it, so that no page waits a round trip for it (RFC 5861). An entry
 * is fresh for a minute: with `max-age=0`, Chromium requests it again on the same page if it arrives before the parser reaches its tag.
 */
const caching = { hashed: 'public, max-age=31536000, immutable', entry: 'public, max-age=60, stale-while-revalidate=604800' }

/** Serves the built widgets to pages of any origin, compressed in advance: entries are revalidated, hashed files are cached for ever. */
export async function serveWidgets(app: FastifyInstance, folder: string) {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    // Files are looked up at each request: if a new release is copied into the folder while this proxy runs, its files are served too.
    allowedPath: (path) => /^\/((widgets|protection|assets\/[\w-]+)\.js|(protection\.)?LICENSES\.txt)$/.test(path),
    setHeaders(reply, file) {
      reply.header('Access-Control-Allow-Origin', '*')
      reply.header('Cache-Control', /[\\/]assets[\\/]/.test(file) ? caching.hashed : caching.entry)
    },
  })
}
