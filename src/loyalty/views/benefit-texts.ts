import type { Benefit, Campaign } from '../../contract/loyalty.ts'
import type { DetailsLocalizer } from './details-localizer.ts'
import type { Localizer } from './localizer.ts'

/** The figure of a benefit, if it has one. */
export const worthOf = ({ credit, percent, count }: Benefit, { amount, percent: write }: Localizer) =>
  credit?.cents ? amount(credit) : percent ? write(percent) : count ? `×${count}` : ''

/** The figure to show beside the name. Many names contain it already. */
export const worthBeside = (benefit: Benefit, localizer: Localizer) =>
  !benefit.credit?.cents && benefit.name.includes(`${benefit.percent ?? benefit.count}`) ? '' : worthOf(benefit, localizer)

/** The campaigns that are not over. */
export const openCampaigns = (campaigns: Campaign[]) => campaigns.filter(({ ends_at }) => !(ends_at && Date.parse(ends_at) < Date.now()))

/** When a campaign is on, as far as that is known. */
export const windowOf = ({ starts_at, ends_at }: Campaign, { say, date, dates }: DetailsLocalizer) =>
  Date.parse(starts_at ?? '') <= Date.parse(ends_at ?? '')
    ? dates(starts_at!, ends_at!)
    : [starts_at && say('starting', { date: date(starts_at) }), ends_at && say('until', { date: date(ends_at) })].filter(Boolean).join(' ')
