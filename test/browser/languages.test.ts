import { expect } from '@open-wc/testing'
import '../../src/protection/define.ts'
import '../../src/tracking/define.ts'
import '../../src/loyalty/define.ts'
import { languages } from '../../src/contract/languages.ts'
import { messages as englishNotices } from '../../src/i18n/english/protection-notices.ts'
import { messages as english } from '../../src/i18n/english/protection.ts'
import { StorefrontLoyalty } from '../../src/loyalty/loyalty.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { StorefrontTracking } from '../../src/tracking/tracking.ts'
import { fill, type Messages } from '../../src/i18n/localize.ts'
import { waitUntil } from './wait-until.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
StorefrontProtection.proxy = StorefrontTracking.proxy = StorefrontLoyalty.proxy = proxy

const place = document.body.appendChild(document.createElement('main'))
const page = document.documentElement

/** The label of the offer, by language. */
const labels: Record<string, string> = {}
for (const language of languages) labels[language] = (await messagesOf(language)).label

function show(attributes = '', currency = 'EUR') {
  place.innerHTML = `<storefront-protection cart="events" amount="4900" currency="${currency}" ${attributes}></storefront-protection>`
  return place.querySelector('storefront-protection')!
}

const part = (element: Element, name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part~=${name}]`)!
const content = (element: Element) => element.shadowRoot!.firstElementChild as HTMLElement
const isOffered = (element: Element) => part(element, 'offer')?.checkVisibility({ visibilityProperty: true })
const label = (element: Element) => (isOffered(element) ? part(element, 'label').textContent.trim() : undefined)
const price = (element: Element) => part(element, 'price').textContent
const says = (element: Element, expected: string) => waitUntil(() => label(element) === expected, `is not called "${expected}"`)

describe('languages', () => {
  const before = page.lang

  afterEach(() => {
    place.innerHTML = ''
    page.lang = before
    page.removeAttribute('dir')
  })

  for (const [language, expected] of Object.entries(labels))
    it(`speaks ${language} if the page does`, async () => {
      page.lang = language

      const element = show()

      await says(element, expected)
      expect(content(element).hasAttribute('lang')).to.equal(false)
      expect(content(element).dir).to.equal(language === 'ar' ? 'rtl' : '')
    })

  it('prefers the language of the element to the languages around it', async () => {
    page.lang = 'fr'
    place.lang = 'it'

    const element = show('lang="de"')
    await says(element, labels.de!)
    element.removeAttribute('lang')

    await says(element, labels.it!)
    place.removeAttribute('lang')
    await says(element, labels.fr!)
  })

  it('finds the language of the page from within another component', async () => {
    page.lang = 'nl'
    const root = place.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })

    root.innerHTML = '<storefront-protection cart="events" amount="4900" currency="EUR"></storefront-protection>'
    const element = root.querySelector('storefront-protection')!

    await says(element, labels.nl!)
    page.lang = 'es'
    await says(element, labels.es!)
  })

  it('follows the page when it changes its language, and back to English', async () => {
    page.lang = 'en'
    const element = show()
    await says(element, labels.en!)

    page.lang = 'ar'
    await says(element, labels.ar!)
    expect(getComputedStyle(part(element, 'offer')).direction).to.equal('rtl')

    page.lang = 'en-GB'
    await says(element, labels.en!)
    expect(getComputedStyle(part(element, 'offer')).direction).to.equal('ltr')
  })

  it('shows a label at all times while the page changes its language', async () => {
    page.lang = 'pt'
    const element = show()
    await says(element, labels.pt!)
    const names = new Set<string | undefined>()
    const watch = new MutationObserver(() => names.add(label(element)))
    watch.observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true, attributes: true })

    page.lang = 'ja'
    await says(element, labels.ja!)

    watch.disconnect()
    expect([...names].filter((name) => name !== labels.pt && name !== labels.ja)).to.deep.equal([])
  })

  it('takes its texts from the language, and formats money by the region', async () => {
    page.lang = 'de-AT'
    const element = show()

    await says(element, labels.de!)
    expect(price(element)).to.equal(new Intl.NumberFormat('de-AT', { style: 'currency', currency: 'EUR' }).format(1.5))
    expect(price(element)).not.to.equal(new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(1.5))
    page.lang = 'pt_BR'
    await says(element, labels.pt!)
    expect(price(element)).to.equal(new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'EUR' }).format(1.5))
  })

  // Latin: no shop has it.
  for (const language of ['la', 'la-Latn-VA', 'den', 'no such thing'])
    it(`speaks English if the page speaks "${language}", and marks its texts as English for screen readers`, async () => {
      page.lang = language

      const element = show()

      await says(element, labels.en!)
      expect(content(element).lang).to.equal('en')
    })

  it('speaks the browser’s language if the page names none, and marks its texts with it', async () => {
    page.removeAttribute('lang')

    const element = show()

    const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in labels) ?? 'en'
    await says(element, labels[known]!)
    expect(content(element).lang).to.equal(known)
  })

  it('shows the shop’s own texts in any language, and counts them as texts in the page’s language', async () => {
    page.lang = 'la'
    const element = show()
    await says(element, labels.en!)

    element.messages = { label: 'Mercium tutela' }

    await says(element, 'Mercium tutela')
    expect(content(element).hasAttribute('lang')).to.equal(false)
    page.lang = 'de'
    await waitUntil(() => part(element, 'description').textContent.includes('Diebstahl'))
    expect(label(element)).to.equal('Mercium tutela')
  })

  it('opens the coverage dialog in the language of the page, and in no other first', async () => {
    page.lang = 'it'
    const element = show()
    await says(element, labels.it!)

    part(element, 'more').click()

    await waitUntil(() => element.shadowRoot!.querySelector('dialog')?.open)
    expect(element.shadowRoot!.querySelector('dialog h2')!.textContent).to.equal('Che cosa è coperto')
  })

  it('shows the form for an order and its errors in the language of the page', async () => {
    page.lang = 'fr'
    place.innerHTML = '<storefront-tracking></storefront-tracking>'
    const element = place.querySelector('storefront-tracking')!
    await waitUntil(() => part(element, 'title')?.textContent === 'Suivre votre commande')

    part(element, 'submit').click()

    await waitUntil(() => element.shadowRoot!.textContent.includes('Saisissez votre numéro de commande'))
  })

  it('has the currency to the left of the digits in Arabic, as in a sentence', async () => {
    page.lang = 'ar'
    page.dir = 'rtl'
    const element = show('', 'USD')
    await says(element, labels.ar!)

    const amount = part(element, 'price')
    await waitUntil(() => amount.textContent.includes('US$'))
    const text = document.createTreeWalker(amount, NodeFilter.SHOW_TEXT).nextNode()!
    const leftOf = (place: number) => {
      const range = document.createRange()
      range.setStart(text, place)
      range.setEnd(text, place + 1)
      return range.getBoundingClientRect().left
    }
    expect(leftOf(text.textContent!.indexOf('US$'))).to.be.below(leftOf(text.textContent!.search(/\p{Nd}/u)))
  })

  it('invites guests in the language of the page', async () => {
    page.lang = 'ja'
    place.innerHTML = '<storefront-loyalty sign-in-url="/in" join-url="/join"></storefront-loyalty>'
    const element = place.querySelector('storefront-loyalty')!

    await waitUntil(() => part(element, 'join-link')?.textContent === '会員になる')
  })

  for (const language of Object.keys(labels))
    for (const width of [288, 600])
      it(`fits all its texts in ${language} into the reserved space, ${width} px wide`, async () => {
        page.lang = language
        page.dir = language === 'ar' ? 'rtl' : 'ltr'
        place.style.cssText = `inline-size: ${width}px; font: 16px/1.4 sans-serif`
        const words = await messagesOf(language)
        const money = (amount: number) => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(amount)
        const { withdrawn, offline, moreLater, changed, restored, raised, taken } = words
        const texts = [withdrawn, offline, moreLater, changed, restored, raised, taken].map((text) => fill(text, { price: money(12.34), old: money(9.87) }))
        for (const look of looks) {
          const element = show(look, 'USD')
          await says(element, labels[language]!)
          const [offer, aside, description] = ['offer', 'aside', 'description'].map((name) => part(element, name)) as [HTMLElement, HTMLElement, HTMLElement]
          const [usual, notice] = [...description.children] as [HTMLElement, HTMLElement]
          const room = aside.offsetHeight
          const expectToFit = (text: string, ...shown: HTMLElement[]) => {
            expect(offer.offsetHeight, `${look}: ${text}`).to.equal(room)
            for (const { left, right, top, bottom } of shown.map((one) => boxOf(one))) {
              const box = offer.getBoundingClientRect()
              expect(left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom, `${look}: "${text}" is cut off`).to.equal(true)
            }
          }
          expectToFit(labels[language]!, part(element, 'label'), part(element, 'price'))
          if (!look.includes('compact')) expectToFit(words.description, usual)
          content(element).classList.add('noticed')
          for (const text of texts) {
            notice.textContent = text
            expectToFit(text, notice)
          }
          place.innerHTML = ''
        }
      })
})

const looks = ['full', 'compact'].flatMap((layout) => ['comfortable', 'cosy', 'tight'].map((density) => `layout="${layout}" density="${density}"`))

/** The texts of the offer in a language. */
async function messagesOf(language: string): Promise<Pick<Messages<'protection'>, keyof typeof english | keyof typeof englishNotices>> {
  if (language === 'en') return { ...english, ...englishNotices }
  return ((await import(`../../src/i18n/translations/${language}/protection.ts`)) as { messages: Messages<'protection'> }).messages
}

/** The box of the text of an element. */
function boxOf(element: HTMLElement): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}
