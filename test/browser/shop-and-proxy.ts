import { arrayBuffer } from 'node:stream/consumers'
import type { TestRunnerConfig, TestRunnerPlugin } from '@web/test-runner'
import { startStack } from '../stack.ts'

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number]
type Context = Parameters<Middleware>[0]

/** What a shop's page finds on its own origin: the cart and the pictures. */
const ofTheShop = /^\/(cart(\/[a-z]+)?\.js$|images\/)/

/**
 * Starts the real stack for pages of that origin and puts it behind them: `/stack.json` tells where its parts are, `/shop/assertion?sub=`
 * proves who is signed in as the shop would, and the shop's cart answers on the pages' own origin as it does in a theme.
 */
export async function shopAndProxy(origin: string): Promise<{ middleware: Middleware; plugin: TestRunnerPlugin }> {
  const stack = await startStack({ origins: [origin], shop: true })
  const { proxy, services, shop } = stack
  return {
    async middleware(context, next) {
      if (context.path === '/stack.json') context.body = { proxy, services, shop }
      else if (context.path === '/shop/assertion') context.body = { assertion: await stack.assertion(String(context.query.sub)) }
      else if (ofTheShop.test(context.path)) await forward(context, shop)
      else await next()
    },
    plugin: { name: 'shop-and-proxy', serverStop: () => stack.stop() },
  }
}

async function forward(context: Context, shop: string) {
  const { method, url, req } = context
  const body = method === 'GET' || method === 'HEAD' ? undefined : await arrayBuffer(req)
  const headers = ['accept', 'content-type', 'cookie'].map((name): [string, string] => [name, context.get(name)]).filter(([, value]) => value)
  const answer = await fetch(shop + url, { method, headers, body, redirect: 'manual' })
  // Written past the test runner, which would let browsers keep everything that is named `.js` for a year.
  context.respond = false
  context.res.writeHead(answer.status, {
    'Content-Type': answer.headers.get('content-type') ?? '',
    'Cache-Control': 'no-store',
    'Set-Cookie': answer.headers.getSetCookie(),
  })
  context.res.end(Buffer.from(await answer.arrayBuffer()))
}
