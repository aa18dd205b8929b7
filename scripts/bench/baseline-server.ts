// The reference: the proxy’s own server with the same check of the same bodies. It responds but stores nothing.
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { merchantInputs } from '../../proxy/merchant/merchant.schema.ts'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { serve } from '../../proxy/http/serve.ts'

const { reportOrder } = merchant
const app = Fastify({ keepAliveTimeout: 65_000 })
serve(app, { reportOrder }, { inputs: merchantInputs, handlers: { reportOrder: () => ({ id: randomUUID() }) }, context: () => undefined })
console.log(`Server listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
