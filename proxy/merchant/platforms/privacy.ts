import { workStates } from '../../queue/work.ts'
import { values } from './kept-fields.ts'
import type { Part } from './payload.ts'
import type { Topic } from './platform.ts'

/** What the platform asks for a person: which orders, under which name; and what is kept of the request itself, which names the person. */
const request = (name: string, list: string, advice: (orders: readonly string[]) => string): Topic => ({
  name,
  orderOf: () => undefined,
  shopOf: (payload) => payload.at('shop_domain').text(),
  fields: { customer: values('id'), data_request: values('id'), ...(list !== '' && { [list]: ['value'] as const }) },
  map: (payload) => ({ held: `${advice(ordersIn(payload, list))}; then take this off the list by "storefront-proxy queue drop" with its id` }),
})

const ordersIn = (payload: Part, list: string) =>
  payload
    .at(list)
    .items()
    .flatMap((one) => one.text() ?? [])

/** The command that shows or gives up, for each of these orders. */
const by = (orders: readonly string[], command: string) => orders.map((order) => `"storefront-proxy queue ${command} --order ${order}"`).join(', ')

/**
 * The three that every app in the platform's store answers (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). A
 * person acts on them within 30 days: what is still under way for an order may be what its insurance rests on, and is not for a machine
 * to destroy.
 */
export const privacyTopics: readonly Topic[] = [
  request('customers/data_request', 'orders_requested', (orders) =>
    orders.length === 0
      ? 'a customer asks what is kept of them, and the platform names no order of theirs: answer them that nothing is'
      : `a customer asks what is kept of them: show them what the protection service has, and what is listed by ${by(orders, `list --state ${workStates.join(',')}`)}`,
  ),
  request('customers/redact', 'orders_to_redact', (orders) =>
    orders.length === 0
      ? 'a customer is to be forgotten, and the platform names no order of theirs: nothing is kept of them'
      : `a customer is to be forgotten: once nothing of it is waiting, give up what is held or has failed by ${by(orders, 'drop')}, and ask the protection service to forget them; what is delivered goes by itself within a week, what was claimed within 400 days`,
  ),
  request('shop/redact', '', () => 'the shop has left the app: stop this proxy, delete its store, and ask the services to forget the shop'),
]
