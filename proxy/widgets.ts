import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built widgets to pages anywhere: the stable entry revalidated, hashed files for ever, compressed beforehand. */
export async function serveWidgets(app: FastifyInstance, folder: string) {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    // Looked for when asked for: a release that is laid beside this one while it runs is served with its own files.
    allowedPath: (path) => /^\/(widgets|assets\/[\w-]+)\.js$/.test(path),
    setHeaders(reply, file) {
      reply.header('Access-Control-Allow-Origin', '*')
      reply.header('Cache-Control', /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    },
  })
}
