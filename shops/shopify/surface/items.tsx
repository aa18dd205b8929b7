import type { TrackedItem } from '../../../src/contract/tracking.ts'
import { isWebAddress } from '../../../src/page/web-address.ts'
import { isolate } from './isolate.ts'

/** What is in a package. */
export function Items({ items, lang }: { items: readonly TrackedItem[]; lang: string }) {
  if (!items.length) return null
  return (
    <s-stack gap="small-200" accessibilityRole="unordered-list">
      {items.map(({ name, quantity, image_url }, index) => (
        <s-stack key={index} direction="inline" gap="small" alignItems="center" accessibilityRole="list-item">
          {isWebAddress(image_url) ? <s-product-thumbnail src={image_url} alt="" size="small" /> : null}
          <s-text>
            {isolate(name, lang)} × {quantity}
          </s-text>
        </s-stack>
      ))}
    </s-stack>
  )
}
