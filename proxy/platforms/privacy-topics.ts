import type { Job } from '../jobs/job.ts'
import { customerRedactionJob, dataRequestJob, shopRedactionJob } from './privacy-requests.ts'
import { values } from './stored-fields.ts'
import type { Part } from './payload.ts'
import type { Topic } from './platform.ts'

/** The topic of a request about a person, whose orders are in the field `list`; only ids of the request are stored. */
const request = (name: string, list: string | undefined, toJob: (asked: { customer: string | null; orders: string[] }) => Job): Topic => ({
  name,
  orderOf: () => undefined,
  shopOf: (payload) => payload.at('shop_domain').text(),
  fields: { customer: values('id'), data_request: values('id'), ...(list !== undefined && { [list]: ['value'] as const }) },
  map: (payload) => ({
    jobs: [toJob({ customer: payload.at('customer').at('id').id() ?? null, orders: list === undefined ? [] : ordersIn(payload, list) })],
  }),
})

const ordersIn = (payload: Part, list: string) => [
  ...new Set(
    payload
      .at(list)
      .items()
      .flatMap((one) => one.id() ?? []),
  ),
]

/** The three topics that every app in the store must answer within 30 days (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
export const privacyTopics: readonly Topic[] = [
  request('customers/data_request', 'orders_requested', dataRequestJob),
  request('customers/redact', 'orders_to_redact', customerRedactionJob),
  request('shop/redact', undefined, shopRedactionJob),
]
