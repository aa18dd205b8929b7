import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Everything on the page comes from here, and nothing of it is inline. Scripts write no markup except through Lit. */
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['lit-html'],
}

/** Adds the headers that keep the console apart from every other page. */
export const secureConsole = (scope: FastifyInstance) =>
  scope.register(helmet, {
    contentSecurityPolicy: { directives: policy, useDefaults: false },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  })

/** Serves the page of the console and its files. Hashed files never change; the page itself is revalidated. */
export const serveConsoleFiles = (scope: FastifyInstance, folder: string) =>
  scope.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    dotfiles: 'ignore',
    index: 'index.html',
    redirect: false,
    allowedPath: (path) => /^\/(index\.html|assets\/[\w.-]+\.(js|css|svg)|LICENSES\.txt)?$/.test(path),
    setHeaders(reply, file) {
      reply.header('Cache-Control', /[\\/]assets[\\/]/.test(file) ? 'private, max-age=31536000, immutable' : 'no-cache')
    },
  })
