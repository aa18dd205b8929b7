import type { Tier } from '../../contract/loyalty.ts'
import type { Money } from '../../money.ts'
import type { DetailsLocalizer } from './details-localizer.ts'
import { periodWords } from './tier-progress.ts'

/** What a tier costs and what has to be spent for it. A price without a known interval stands alone. */
export function termsOf(tier: Tier, localizer: DetailsLocalizer) {
  const { price, billing_interval, spend_threshold } = tier
  const terms = (text: 'price' | 'from', amount: Money, period = '') => localizer.say(text, { amount: localizer.amount(amount), period }).trim()
  return [
    price && terms('price', price, billing_interval && localizer.words[billing_interval]),
    spend_threshold && terms('from', spend_threshold, periodWords(tier, localizer)),
  ]
    .filter(Boolean)
    .join(' · ')
}
