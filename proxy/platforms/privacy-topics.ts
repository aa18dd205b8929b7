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
  faultIn: (payload) => faultOf(payload, list),
  fields: { customer: values('id'), data_request: values('id'), ...(list !== undefined && { [list]: ['value'] as const }) },
  map: (payload) => ({
    jobs: [toJob({ customer: payload.at('customer').at('id').id() ?? null, orders: list === undefined ? [] : ordersIn(payload, list) })],
  }),
})

/** The fields that only some of these topics have. */
const [ofShowing, ofErasing] = ['orders_requested', 'orders_to_redact'] as const
const distinctive = ['customer', 'data_request', ofShowing, ofErasing]

/** Says which field is missing in a body of the topic with this list, or is of another topic: a request to show data could be sent again as one to erase it. */
function faultOf(payload: Part, list: string | undefined): string | undefined {
  if (list !== undefined && !payload.at('customer').isObject()) return 'customer is missing'
  const own = list === undefined ? [] : ['customer', list, ...(list === ofShowing ? ['data_request'] : [])]
  const foreign = distinctive.find((name) => !own.includes(name) && payload.at(name).value != null)
  return foreign && `${foreign} belongs to another topic`
}

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
  request('customers/data_request', ofShowing, dataRequestJob),
  request('customers/redact', ofErasing, customerRedactionJob),
  request('shop/redact', undefined, shopRedactionJob),
]
