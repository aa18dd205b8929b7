import { after } from 'node:test'
import { startStack, type Stack, type StackOptions } from '../stack.ts'

export const mug = 9800000101
export const poster = 9800000102
export const song = 9800000104

/** An answer of the shop, read. */
export interface Page {
  status: number
  headers: Headers
  text: string
}

/** Somebody at the shop, whose browser runs no script and keeps its cookie. */
export interface Shopper {
  get(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends a form, and goes where the shop sends it. */
  submit(path: string, fields: Record<string, string>): Promise<Page & { path: string }>
  /** Asks the Ajax cart. */
  ajax(path: string, body?: unknown): Promise<{ status: number; body: AjaxCart }>
}

export interface AjaxCart {
  item_count: number
  total_price: number
  requires_shipping: boolean
  description?: string
  items: { key: string; variant_id: number; quantity: number; final_line_price: number; requires_shipping: boolean; properties: Record<string, string> }[]
}

export const delivery = {
  email: 'robin@example.com',
  first_name: 'Robin',
  last_name: 'Hale',
  address1: '418 Alder Street',
  city: 'Oakland',
  province_code: 'US-CA',
  postal_code: '94607',
  phone_number: '+1 510 555 0134',
}

/** Opens the shop between a real proxy and real stand-ins until the test ends. */
export async function openShop(options: StackOptions = {}): Promise<{ stack: Stack; shopper: () => Shopper }> {
  const stack = await startStack({ ...options, shop: true })
  after(() => stack.stop())
  return { stack, shopper: () => createShopper(stack.shop) }
}

/** Somebody who comes to that shop. */
export function createShopper(shop: string): Shopper {
  let cookie = ''
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(shop + path, { ...init, headers: { ...init.headers, ...(cookie && { Cookie: cookie }) }, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) cookie = set.split(';')[0] ?? ''
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    get: (path, headers) => ask(path, { headers }),
    async submit(path, fields) {
      const answer = await ask(path, { method: 'POST', body: new URLSearchParams(fields) })
      const next = answer.headers.get('location')
      return next === null ? { ...answer, path } : { ...(await ask(next)), path: next }
    },
    async ajax(path, body) {
      const init = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
      const { status, text } = await ask(path, init)
      return { status, body: JSON.parse(text) as AjaxCart }
    },
  }
}
