/*
 * Runs one UI extension as Shopify does: in a Web Worker without the page’s origin, cookies and document. What the extension puts into
 * `document.body` is sent to the page, which shows it with its own elements.
 */
import '@remote-dom/core/polyfill'
import type { RemoteConnection } from '@remote-dom/core'
import type { PageAnswers } from './extension-page.ts'
import { openBody } from './remote-elements.ts'
import { createShopify } from './shopify-global.ts'
import { createWire } from './wire.ts'

const scope = globalThis as unknown as {
  addEventListener: typeof addEventListener
  onmessage: (event: MessageEvent) => void
  importScripts(url: string): void
  shopify: unknown
  fetch: typeof fetch
}

scope.onmessage = ({ ports }) => {
  const { request } = createWire<PageAnswers>(ports[0]!, {
    async start(page: Parameters<typeof createShopify>[0]) {
      const created = createShopify(page, request)
      scope.shopify = created.shopify
      const connection = {
        call: (id, method, ...args) => request('callMethod', id, method, args),
        mutate: (records) => void request('mutate', records),
      } as RemoteConnection
      Object.defineProperty(document, 'body', { value: openBody(connection), configurable: true })
      scope.importScripts(page.script)
      const render = created.targets.get(page.target)
      if (!render) throw new Error(`${page.script} does not extend ${page.target}`)
      await render()
    },
  })
  answerAccountQueries(request)
  scope.addEventListener('error', ({ message }) => void request('fail', `${message}`))
  scope.addEventListener('unhandledrejection', ({ reason }) => void request('fail', `${reason}`))
}

/** Extensions reach the Customer Account API by an address of its own. */
function answerAccountQueries(request: ReturnType<typeof createWire<PageAnswers>>['request']) {
  const { fetch } = scope
  scope.fetch = async (address, options) => {
    if (!String(address).startsWith('shopify://customer-account/')) return fetch(address, options)
    const { query, variables } = JSON.parse(String(options?.body)) as { query: string; variables?: unknown }
    return Response.json(await request('queryAccount', query, variables))
  }
}
