import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Liquid } from 'liquidjs'
import { currency } from '../catalogue.ts'
import { customers } from '../customers.ts'
import { languages } from '../theme.ts'
import { pageTexts } from './page-texts.ts'
import { createSurfaces, type Surface, type SurfaceOptions } from './surfaces.ts'

/** Renders the pages, with the UI extensions of a page, and the frame in which the extensions run. */
export function createPages(options: SurfaceOptions) {
  const { origin, proxy } = options
  const liquid = new Liquid({ root: fileURLToPath(new URL('templates', import.meta.url)), extname: '.liquid', outputEscape: 'escape', cache: true })
  // In right-to-left text, a final currency sign would move to the other side of its letters.
  liquid.registerFilter('money', function (cents: number) {
    return new Intl.NumberFormat(String(this.context.getSync(['lang'])), { style: 'currency', currency }).format(cents / 100).replace(/^\u200f.*/, '$&\u200e')
  })
  liquid.registerFilter('day', function (date: Date) {
    return new Intl.DateTimeFormat(String(this.context.getSync(['lang'])), { dateStyle: 'long', timeStyle: 'short' }).format(date)
  })
  const surfacesOf = createSurfaces(options)
  const policies = policiesFor(origin, new URL(proxy).origin)

  const send = async (request: FastifyRequest, reply: FastifyReply, template: string, values: object = {}, surface?: Surface) => {
    const { visitor, url } = request
    const blocks = surface
      ? surfacesOf(surface, visitor).map((page) => ({ page: JSON.stringify(page), language: page.language, dir: page.language === 'ar' ? 'rtl' : 'ltr' }))
      : []
    const words = pageTexts(visitor.lang)
    const shared = {
      ...{ template, blocks, words, customers, languages, dir: words.dir, lang: words.lang, path: url, origin },
      ...{ customer: visitor.customer, publishes: visitor.publishes ?? false, spoken: visitor.lang },
      ...values,
    }
    reply.type('text/html; charset=utf-8').headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policies.page })
    return reply.send(await liquid.renderFile('layout', {}, { globals: shared }))
  }

  const sendSandbox = async (reply: FastifyReply) => {
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policies.sandbox)
    return reply.send(await liquid.renderFile('sandbox', { origin }))
  }

  return { send, sendSandbox }
}

/**
 * The policies of the pages and of the frame that holds the workers. Extensions reach the proxy and nothing else; the page reaches only the shop. The
 * frame has no origin, so its own is written out.
 */
const policiesFor = (shop: string, proxy: string) => ({
  page: [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'trusted-types lit-html',
    "require-trusted-types-for 'script'",
  ].join('; '),
  sandbox: [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${shop}/shopify/`,
    'worker-src blob:',
    `connect-src ${proxy}`,
    `frame-ancestors ${shop}`,
  ].join('; '),
})
