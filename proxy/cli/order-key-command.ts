import { randomUUID } from 'node:crypto'
import { handleFact, type HandleFacts } from '../order-keys/handle.ts'
import { revokeOrderKeyJob } from '../order-keys/order-key-jobs.ts'
import { runSubcommands } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { note, openScreen } from './io/screen.ts'
import { escapeControls, toEscapedJson } from './io/terminal-text.ts'
import { withStores } from './stores.ts'

interface RevokeOptions {
  replace?: boolean
  json?: boolean
}

/** Runs a subcommand of `order-key`, and sets the exit code. */
export const runOrderKeyCommand = (description: string, words: string[]) =>
  runSubcommands({ name: 'order-key', description, words }, (add) => {
    add('revoke', 'End the keys that the proxy has written into these orders at the platform. Links to the orders stay valid.')
      .argument('<order...>', 'id of the order at the platform, not its number: 5123456789')
      .option('--replace', 'write another key into each order')
      .action(async (orders: string[], options: RevokeOptions) => revoke(orders, options))
  })

/** Checks all orders before it revokes the key of any. The proxy does the rest: it ends the key, and then changes the order at the platform. */
async function revoke(named: readonly string[], { replace = false, json = false }: RevokeOptions) {
  const wrong = named.find((order) => !/^\d{1,20}$/.test(order))
  if (wrong !== undefined)
    throw new Stop('misused', [`"${escapeControls(wrong)}" is no id of an order. It is the number at the end of the order's address in the admin of the shop.`])
  const orders = [...new Set(named)]
  await withStores(async (stores) => {
    const known = await Promise.all(orders.map((order) => stores.fact<HandleFacts>(handleFact(order))))
    const unknown = orders.filter((_, index) => !known[index])
    if (unknown.length > 0) throw new Stop('refused', [`No key was written into ${unknown.join(', ')}, so nothing was revoked.`])
    await stores.enqueue(orders.map((order) => revokeOrderKeyJob({ order, replace, request: randomUUID() })))
  })
  if (json) return openScreen().print(toEscapedJson({ revoked: orders, replaced: replace }, 2))
  const whose = orders.length === 1 ? `key of order ${orders[0]!} ends` : `keys of ${orders.length} orders end`
  note(
    `The ${whose} as soon as the proxy runs, within seconds.${replace ? ' Then it writes another one.' : ''}`,
    `To see what became of it: storefront-proxy queue list --order ${orders[0]!} --state delivered,waiting,failed`,
  )
}
