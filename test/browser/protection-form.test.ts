import { expect } from '@open-wc/testing'
import '../../src/protection/define.ts'
import { StorefrontProtection } from '../../src/protection/protection.ts'
import { control, part } from './toggle.ts'
import { press } from './press.ts'
import { waitUntil } from './wait-until.ts'

const { proxy } = (await (await fetch('/stack.json')).json()) as { proxy: string }
StorefrontProtection.proxy = proxy
const place = document.body.appendChild(document.createElement('main'))
/** Waits until the offer shows this price. */
const priced = (element: Element, price: string) =>
  waitUntil(() => part(element, 'price')?.textContent === price && part(element, 'offer').ariaBusy !== 'true', `price is not ${price}`)
const fields = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>

let count = 0
/** A new address of the proxy, because a page has one offer per address. */
const freshAddress = () => `${proxy}${'/.'.repeat(++count)}`

/** Shows a form of a shop that keeps its own cart; each form has its own offer. */
async function show(attributes = 'amount="8000" currency="USD"', around: [string, string] = ['', '']) {
  place.innerHTML = `<form>${around[0]}<storefront-protection proxy="${freshAddress()}" ${attributes}></storefront-protection>${around[1]}</form>`
  const form = place.querySelector('form')!
  const element = form.querySelector('storefront-protection')!
  await element.updateComplete
  return { form, element }
}

describe('protection in a form', () => {
  it('is sent with the form around it, without any setting', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')
    expect(fields(form)).to.deep.equal({})

    await press(control(element))

    await waitUntil(() => 'protection_quote' in fields(form))
    const { protection_quote, ...rest } = fields(form)
    expect(protection_quote).to.match(/^[\w.-]+~[\w-]+$/)
    expect(rest).to.deep.equal({ protection_quote_price_cents: '200', protection_quote_amount_cents: '8000', protection_quote_currency: 'USD' })
  })

  it('uses the given name for its fields', async () => {
    const { form, element } = await show('amount="8000" currency="USD" name="cover"')
    await priced(element, '$2.00')

    await press(control(element))

    await waitUntil(() => 'cover' in fields(form))
    expect(Object.keys(fields(form))).to.deep.equal(['cover', 'cover_price_cents', 'cover_amount_cents', 'cover_currency'])
  })

  it('sends no quote for another amount', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')
    await press(control(element))
    await waitUntil(() => 'protection_quote' in fields(form))

    const whenAnswered = new Promise((resolve) => element.addEventListener('storefront-quoted', () => resolve(fields(form)), { once: true }))

    element.amount = 8800

    expect(await whenAnswered).to.deep.equal({})
    await waitUntil(() => fields(form).protection_quote_amount_cents === '8800')
    expect(fields(form).protection_quote_price_cents).to.equal('225')
  })

  it('is off when the form is reset', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')
    await press(control(element))
    await waitUntil(() => 'protection_quote' in fields(form))

    form.reset()

    await waitUntil(() => !('protection_quote' in fields(form)))
    expect(element.checked).to.equal(false)
    expect(control(element).checked).to.equal(false)
  })

  it('uses another quote for the next order if the page sends the form itself', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')
    const sent: string[] = []
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      sent.push(fields(form).protection_quote!.split('~')[0]!)
    })
    await press(control(element))
    await waitUntil(() => 'protection_quote' in fields(form))
    form.requestSubmit()
    form.reset()
    await waitUntil(() => !element.checked && !('protection_quote' in fields(form)))
    await priced(element, '$2.00')
    await press(control(element))
    await waitUntil(() => 'protection_quote' in fields(form))

    form.requestSubmit()

    expect(sent).to.have.length(2)
    expect(sent[0]).to.not.equal(sent[1])
  })

  it('is not switched on by a property for other kinds of cart', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')

    element.line = { token: 'x' }
    element.amount = 8800

    await priced(element, '$2.25')
    expect(element.checked).to.equal(false)
    expect(fields(form)).to.deep.equal({})
  })

  it('can be neither chosen nor sent while its fieldset is disabled', async () => {
    const { form, element } = await show(undefined, ['<fieldset>', '</fieldset>'])
    await priced(element, '$2.00')
    await press(control(element))
    await waitUntil(() => 'protection_quote' in fields(form))
    const fieldset = form.querySelector('fieldset')!

    fieldset.disabled = true
    await waitUntil(() => control(element).disabled)
    expect(fields(form)).to.deep.equal({})

    fieldset.disabled = false
    await waitUntil(() => !control(element).disabled)
    expect('protection_quote' in fields(form)).to.equal(true)
  })

  it('stays off when the browser restores the form, and says so', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')

    element.formStateRestoreCallback('on')

    await waitUntil(() => part(element, 'status').textContent === 'Shipment protection – Removed from your cart')
    expect(element.checked).to.equal(false)
    expect(fields(form)).to.deep.equal({})
  })

  it('never makes the form invalid', async () => {
    const { form, element } = await show()
    expect(form.checkValidity()).to.equal(true)
    await priced(element, '$2.00')

    await press(control(element))
    element.amount = 8400

    expect(form.checkValidity()).to.equal(true)
  })

  it('has the members of a native control', async () => {
    const { form, element } = await show('id="cover" name="cover" amount="8000" currency="USD"', ['<label for="cover">Cover</label>', ''])
    await priced(element, '$2.00')
    await waitUntil(() => element.form)
    expect([element.form, element.name, element.type, element.value]).to.deep.equal([form, 'cover', 'checkbox', ''])
    expect([...element.labels!]).to.deep.equal([form.querySelector('label')])
    expect([element.validity!.valid, element.validationMessage, element.willValidate]).to.deep.equal([true, '', true])
    expect([element.checkValidity!(), element.reportValidity!(), element.disabled]).to.deep.equal([true, true, false])
    await press(control(element))
    await waitUntil(() => element.value && element.value === fields(form).cover)

    element.disabled = true

    await waitUntil(() => control(element).disabled)
    expect([element.matches('[disabled]:disabled'), element.willValidate]).to.deep.equal([true, false])
    expect(fields(form)).to.deep.equal({})
    element.disabled = false
    await waitUntil(() => !control(element).disabled)
    expect(fields(form).cover).to.equal(element.value)
  })

  it('belongs to the form that its attribute names, wherever it is on the page', async () => {
    place.innerHTML = `<form id="order"></form><storefront-protection form="order" proxy="${freshAddress()}" amount="8000" currency="USD"></storefront-protection>`
    const element = place.querySelector('storefront-protection')!
    await priced(element, '$2.00')

    await press(control(element))

    await waitUntil(() => 'protection_quote' in fields(place.querySelector('form')!))
  })

  it('is not offered for pickup', async () => {
    const { form, element } = await show()
    await priced(element, '$2.00')
    await press(control(element))
    await waitUntil(() => 'protection_quote' in fields(form))

    element.pickup = true

    await waitUntil(() => !('protection_quote' in fields(form)))
    await waitUntil(() => !part(element, 'offer').checkVisibility({ visibilityProperty: true }))
  })
})

describe('protection in a cart that the page keeps', () => {
  it('is on while the page reports a protection line, and off afterwards', async () => {
    place.innerHTML = `<storefront-protection proxy="${freshAddress()}" cart="events" amount="8000" currency="USD"></storefront-protection>`
    const element = place.querySelector('storefront-protection')!
    element.line = { id: 1 }
    await priced(element, '$2.00')
    await waitUntil(() => control(element).checked)

    element.line = undefined

    await waitUntil(() => !control(element).checked)
  })

  it('gives the page the record of the consent together with the quote', async () => {
    place.innerHTML = `<storefront-protection proxy="${freshAddress()}" cart="events" amount="8000" currency="USD"></storefront-protection>`
    const element = place.querySelector('storefront-protection')!
    await priced(element, '$2.00')
    const chosen = new Promise<string>((resolve) => element.addEventListener('storefront-chosen', ({ quote }) => resolve(quote!.token), { once: true }))

    await press(control(element))

    const [, record] = (await chosen).split('~')
    expect(JSON.parse(atob(record!.replaceAll('-', '+').replaceAll('_', '/')))).to.deep.include({ lang: 'en', price: { cents: 200, currency: 'USD' } })
  })
})
