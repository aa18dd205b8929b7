import { text } from 'node:stream/consumers'
import { startLocalServer } from './local-server.ts'

/**
 * A web application firewall before the proxy: refuses each request whose body it dislikes with the status 403, and passes on all others. A request waits
 * for the answer of `dislikes`.
 */
export async function startFirewall(proxy: string, dislikes: (body: string) => boolean | Promise<boolean>) {
  const refused: string[] = []
  const server = await startLocalServer(async (request, reply) => {
    const body = await text(request)
    if (await dislikes(body)) {
      refused.push(body)
      return reply.writeHead(403).end('Forbidden')
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(proxy + request.url, {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(body !== '' && { body }),
    })
    return reply.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' }).end(await answer.text())
  })
  return { ...server, refused }
}
