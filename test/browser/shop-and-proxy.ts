import { join } from 'node:path'
import { arrayBuffer } from 'node:stream/consumers'
import { DatabaseSync } from '@photostructure/sqlite'
import type { TestRunnerConfig, TestRunnerPlugin } from '@web/test-runner'
import { startStack, type Stack } from '../stack.ts'

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number]
type Context = Parameters<Middleware>[0]

/** What the shop serves on the page's own origin: the cart and the images. */
const ofTheShop = /^\/(cart(\/[a-z]+)?\.js$|images\/)/

/**
 * Starts a real stack for each origin and connects it to the pages there. `/stack.json` returns the addresses of its parts. `/shop/assertion?sub=`
 * returns the shop's proof of who is signed in. `/stack/redemptions?are=away` hides the redemptions from the proxy until `are=back`. The shop's cart
 * answers on the pages' own origin, as in a theme.
 */
export async function shopAndProxy(origins: string[]): Promise<{ middleware: Middleware; plugin: TestRunnerPlugin }> {
  const stacks = new Map(await Promise.all(origins.map(async (origin) => [new URL(origin).host, await startStack({ origins: [origin], shop: true })] as const)))
  return {
    async middleware(context, next) {
      const stack = stacks.get(context.host)
      if (!stack) return void (await next())
      const { proxy, services, shop } = stack
      if (context.path === '/stack.json') context.body = { proxy, services, shop }
      else if (context.path === '/shop/assertion') context.body = { assertion: await stack.assertion(String(context.query.sub)) }
      else if (context.path === '/stack/redemptions') context.body = moveRedemptions(stack, context.query.are === 'away')
      else if (ofTheShop.test(context.path)) await forward(context, shop)
      else await next()
    },
    plugin: { name: 'shop-and-proxy', serverStop: async () => void (await Promise.all([...stacks.values()].map((stack) => stack.stop()))) },
  }
}

/** Hides the redemptions from the proxy or brings them back: meanwhile its store has no such table. */
function moveRedemptions({ settings }: Stack, away: boolean) {
  const store = new DatabaseSync(join(settings.DATA_DIR!, 'store.db'), { timeout: 5_000 })
  store.exec(away ? 'alter table redemptions rename to elsewhere' : 'alter table elsewhere rename to redemptions')
  store.close()
  return {}
}

async function forward(context: Context, shop: string) {
  const { method, url, req } = context
  const body = method === 'GET' || method === 'HEAD' ? undefined : await arrayBuffer(req)
  const headers = ['accept', 'content-type', 'cookie'].map((name): [string, string] => [name, context.get(name)]).filter(([, value]) => value)
  const answer = await fetch(shop + url, { method, headers, body, redirect: 'manual' })
  // Bypasses the test runner, which would let browsers cache every `.js` file for a year.
  context.status = answer.status
  context.respond = false
  context.res.writeHead(answer.status, {
    'Content-Type': answer.headers.get('content-type') ?? '',
    'Cache-Control': 'no-store',
    'Set-Cookie': answer.headers.getSetCookie(),
  })
  context.res.end(Buffer.from(await answer.arrayBuffer()))
}
