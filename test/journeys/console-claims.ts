import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { readSettings } from '../../demo/settings.ts'
import { orderOf, protectedOrderOf, shipmentOf } from '../proxy/orders.ts'

const settings = readSettings()
const services = `http://localhost:${settings.SERVICES_PORT}`
/** Where the console is. */
export const consoleUrl = `http://localhost:${settings.OPERATOR_PORT}/console/`
/** The tokens of the people of the demo. */
export const tokens = settings.CONSOLE_TOKENS!.split(',').map((one) => one.split(':')[2]!)
const backend = { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` }

/** Orders two mugs with protection, sends them, and raises a claim about them that waits for a person. */
export async function raiseClaim(request: APIRequestContext, id: string, names: { name: string; number: string }) {
  const headers = { Origin: `http://localhost:${settings.SHOP_PORT}` }
  const quote = await request.get(`${settings.PUBLIC_URL}/v1/protection/quotes?cents=4800&currency=USD`, { headers })
  const plain = protectedOrderOf(id, ((await quote.json()) as { token: string }).token)
  const order = { ...plain, shop_order_number: names.number, line_items: plain.line_items.map((line) => ({ ...line, name: names.name })) }
  for (const [path, data] of [
    ['orders', order],
    ['shipments', shipmentOf(`${id}5`, order)],
  ] as const) {
    const { id: report } = (await (await request.post(`${settings.PUBLIC_URL}/v1/merchant/${path}`, { headers: backend, data })).json()) as { id: string }
    await expect(async () => {
      const { state } = (await (await request.get(`${settings.PUBLIC_URL}/v1/merchant/reports/${report}`, { headers: backend })).json()) as { state: string }
      expect(state).toBe('delivered')
    }).toPass()
  }
  expect((await request.post(`${services}/_control/claims`, { data: { shop_order_id: id, resolution: 'refund' } })).status()).toBe(202)
}

/** Reports an order that the service refuses, and waits until the report is failed. */
export async function failReport(request: APIRequestContext, id: string) {
  const fault = { match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { error: ['postal_code is no postal code'] }, times: 1 }
  expect((await request.post(`${services}/_control/faults`, { data: fault })).status()).toBe(201)
  const sent = await request.post(`${settings.PUBLIC_URL}/v1/merchant/orders`, { headers: backend, data: orderOf(id) })
  const { id: report } = (await sent.json()) as { id: string }
  await expect(async () => {
    const { state } = (await (await request.get(`${settings.PUBLIC_URL}/v1/merchant/reports/${report}`, { headers: backend })).json()) as { state: string }
    expect(state).toBe('failed')
  }).toPass()
}

/** Everything that the page must never do. */
export function watch(page: Page) {
  const faults: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(consoleUrl).origin && !request.url().startsWith('blob:')) faults.push(`requested ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|TrustedHTML/.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** The pages of the console, by their headings. */
export const pages = ['Claims', 'Reports', 'Search', 'Figures', 'Configurator', 'Health', 'Audit log']
