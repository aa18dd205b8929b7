import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Hashed files never change. An entry is used as it is while it is looked for anew, so that no page waits a round trip for it (RFC 5861).
 * It is fresh for a minute: at no age at all, Chromium looks for it again on the very page for which it came before the parser was at its tag.
 */
const caching = { hashed: 'public, max-age=31536000, immutable', entry: 'public, max-age=60, stale-while-revalidate=604800' }

/** Serves the built widgets to pages anywhere: stable entries revalidated, hashed files for ever, compressed beforehand. */
export async function serveWidgets(app: FastifyInstance, folder: string) {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    // Looked for when asked for: a release that is laid beside this one while it runs is served with its own files.
    allowedPath: (path) => /^\/((widgets|protection|assets\/[\w-]+)\.js|(protection\.)?LICENSES\.txt)$/.test(path),
    setHeaders(reply, file) {
      reply.header('Access-Control-Allow-Origin', '*')
      reply.header('Cache-Control', /[\\/]assets[\\/]/.test(file) ? caching.hashed : caching.entry)
    },
  })
}
