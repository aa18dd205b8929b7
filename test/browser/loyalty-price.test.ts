import { expect } from '@open-wc/testing'
import type { Session, Tier } from '../../src/contract/loyalty.ts'
import '../../src/loyalty/define.ts'
import { createLocalizer } from '../../src/loyalty/views/create-localizer.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { formatMoney } from '../../src/money.ts'
import { expectAccessible } from './accessible.ts'
import { waitUntil } from './wait-until.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
StorefrontLoyalty.proxy = proxy

const mira = '700100200301'
const page = document.documentElement
document.title = 'Price'
const place = document.body.appendChild(document.createElement('main'))
const price = { cents: 123_450, currency: 'USD' }
const threshold = { cents: 40_000, currency: 'USD' }

const tier = (id: string, more: Partial<Tier>): Tier => ({
  id,
  name: `Tier ${id}`,
  description: null,
  rank: 1,
  spend_threshold: null,
  spend_period: null,
  ...more,
})

/** One tier of each kind of price. */
const tiers = [
  tier('monthly', { price, billing_interval: 'monthly' }),
  tier('quarterly', { price, billing_interval: 'quarterly' }),
  tier('semi_annual', { price, billing_interval: 'semi_annual' }),
  tier('annual', { price, billing_interval: 'annual' }),
  tier('whenever', { price }),
  tier('both', { price, billing_interval: 'monthly', spend_threshold: threshold, spend_period: 'ANNUAL' }),
  tier('free', {}),
]

/** The text beside each of these tiers on the ladder, by language. */
const said: Record<string, (price: string, threshold: string) => string[]> = {
  en: (a, b) => [`${a} a month`, `${a} a quarter`, `${a} every 6 months`, `${a} a year`, a, `${a} a month · from ${b} a year`, ''],
  de: (a, b) => [`${a} im Monat`, `${a} im Quartal`, `${a} im Halbjahr`, `${a} im Jahr`, a, `${a} im Monat · ab ${b} im Jahr`, ''],
  fr: (a, b) => [`${a} par mois`, `${a} par trimestre`, `${a} par semestre`, `${a} par an`, a, `${a} par mois · dès ${b} par an`, ''],
  es: (a, b) => [`${a} al mes`, `${a} al trimestre`, `${a} al semestre`, `${a} al año`, a, `${a} al mes · desde ${b} al año`, ''],
  it: (a, b) => [`${a} al mese`, `${a} al trimestre`, `${a} al semestre`, `${a} all’anno`, a, `${a} al mese · da ${b} all’anno`, ''],
  nl: (a, b) => [`${a} per maand`, `${a} per kwartaal`, `${a} per halfjaar`, `${a} per jaar`, a, `${a} per maand · vanaf ${b} per jaar`, ''],
  pt: (a, b) => [`${a} por mês`, `${a} por trimestre`, `${a} por semestre`, `${a} por ano`, a, `${a} por mês · a partir de ${b} por ano`, ''],
  ja: (a, b) => [`1か月${a}`, `四半期${a}`, `半年間${a}`, `年間${a}`, a, `1か月${a} · 年間${b}以上`, ''],
  ar: (a, b) => [`${a} شهريًا`, `${a} كل ربع سنة`, `${a} كل نصف سنة`, `${a} سنويًا`, a, `${a} شهريًا · من ${b} سنويًا`, ''],
}

const send = window.fetch

/** The proxy's answer, with these tiers. */
const withTiers: typeof fetch = async (...request) => {
  const answer = await send(...request)
  if (!String(request[0]).endsWith('/v1/session')) return answer
  const session = (await answer.json()) as Session
  return Response.json({ ...session, membership: { ...session.membership, tier: tiers[0], tiers, spend: null } })
}

const rungsOf = (element: Element) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part=rung]') ?? [])]
const textOf = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()

describe('the price of a tier', () => {
  const before = page.lang
  let visits = 0

  beforeEach(() => (window.fetch = withTiers))

  afterEach(() => {
    window.fetch = send
    place.removeAttribute('style')
    place.innerHTML = ''
    page.lang = before
    page.removeAttribute('dir')
  })

  for (const [language, expected] of Object.entries(said))
    for (const width of [288, 900])
      it(`is on the ladder in ${language}, with its billing interval, ${width} px wide`, async () => {
        page.lang = language
        page.dir = language === 'ar' ? 'rtl' : 'ltr'
        place.style.inlineSize = `${width}px`

        place.innerHTML = `<storefront-loyalty assertion-url="/shop/assertion?sub=${mira}&price=${++visits}"></storefront-loyalty>`
        const element = place.querySelector('storefront-loyalty')!
        // A threshold without cents is written without decimals.
        const [own, other] = [formatMoney(price, language), createLocalizer({}, language).amount(threshold)].map((text) => text.replace(/\s+/g, ' ')) as [
          string,
          string,
        ]
        await waitUntil(() => rungsOf(element).some((rung) => textOf(rung).includes(expected(own, other)[0]!)))

        expect(rungsOf(element).map((rung) => textOf(rung.querySelector('.muted')!))).to.deep.equal(expected(own, other))
        for (const rung of rungsOf(element)) expect(rung.scrollWidth, textOf(rung)).to.be.at.most(rung.clientWidth)
        expect(element.scrollWidth).to.be.at.most(width)
        await expectAccessible(element)
      })
})
