import type { Job } from '../jobs/job.ts'
import { customerRedactionJob, dataRequestJob, shopRedactionJob } from './privacy-requests.ts'
import { values } from './kept-fields.ts'
import type { Part } from './payload.ts'
import type { Topic } from './platform.ts'

/** A request about a person, whose orders stand in the field `list`; of the request itself only ids are kept. */
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

/** The three that every app in the platform's store answers within 30 days (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
export const privacyTopics: readonly Topic[] = [
  request('customers/data_request', 'orders_requested', dataRequestJob),
  request('customers/redact', 'orders_to_redact', customerRedactionJob),
  request('shop/redact', undefined, shopRedactionJob),
]
