import { isWebAddress } from '../../../src/page/web-address.ts'

/** The way to the page on which the shop shows orders, if it has one. */
export function TrackingLink({ url, text }: { url: string | undefined; text: string }) {
  return isWebAddress(url) ? (
    <s-link href={url} target="_blank">
      {text}
    </s-link>
  ) : null
}
