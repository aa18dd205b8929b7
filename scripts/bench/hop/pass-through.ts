// The reference: a proxy that passes each request on as it comes, checks nothing, and writes no log.
import proxy from '@fastify/http-proxy'
import Fastify from 'fastify'

const app = Fastify({ keepAliveTimeout: 65_000 })
await app.register(proxy, { upstream: process.env.SERVICE!, undici: { connections: 64 } })
console.log(`Server listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
