import { useEffect, useState } from 'preact/hooks'
import { fill } from '../../../src/i18n/localize.ts'
import { isWebAddress } from '../../../src/page/web-address.ts'
import { isolate } from './isolate.ts'
import type { OrderView } from './order-view.ts'

/** A parcel as Shopify knows it. All of this may also be read on pages whose customer is not signed in. */
interface Parcel {
  number: string | null
  company: string | null
  url: string | null
}

/**
 * What Shopify itself knows of the parcels of an order: the carrier's name, its number and its link. For orders of which the proxy says nothing
 * (https://shopify.dev/docs/api/customer-account-ui-extensions/2026-07/target-apis/account-apis/customer-account-api).
 */
export function Parcels({ order, view: { words, lang } }: { order: string; view: OrderView }) {
  const [parcels, setParcels] = useState<readonly Parcel[]>([])
  useEffect(() => {
    // Without the scope `customer_read_orders` there are none.
    readParcels(order).then(setParcels, () => undefined)
  }, [])
  return (
    <>
      {parcels.map(({ number, company, url }, index) => (
        <s-stack key={index} direction="inline" gap="small" alignItems="center">
          {number || company ? <s-text>{[company, number].flatMap((text) => (text ? isolate(text, lang) : [])).join(' ')}</s-text> : null}
          {url && isWebAddress(url) ? (
            <s-link href={url} target="_blank">
              {company ? fill(words.follow, { carrier: isolate(company, lang) }) : words.follow_plain}
            </s-link>
          ) : null}
        </s-stack>
      ))}
    </>
  )
}

const query = `query ($order: ID!) {
  order(id: $order) { fulfillments(first: 20) { nodes { trackingInformation { number company url } } } }
}`

interface Answer {
  data?: { order?: { fulfillments: { nodes: { trackingInformation: Parcel[] }[] } } | null } | null
}

async function readParcels(order: string): Promise<Parcel[]> {
  const answer = await fetch('shopify://customer-account/api/2026-07/graphql.json', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { order } }),
  })
  const { data } = (await answer.json()) as Answer
  return data?.order?.fulfillments.nodes.flatMap(({ trackingInformation }) => trackingInformation) ?? []
}
