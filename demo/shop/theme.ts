import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Liquid } from 'liquidjs'
import { toAjaxCart, toAjaxLine } from './ajax-cart.ts'
import { isProtection, ships, sumOf, type Cart } from './cart.ts'
import { currency } from './catalogue.ts'
import { deliveryPrice } from './delivery.ts'
import { extensionFolder } from './embeds/extension.ts'
import { speakShopify } from './embeds/shopify-liquid.ts'
import { customers } from './customers.ts'
import { themeNames } from './visitors.ts'

type Values = Record<string, unknown>

/** The languages of the widgets. */
export const languages = ['en', ...readdirSync(new URL('../../src/i18n/translations', import.meta.url)).sort()]

/** Sends pages that are rendered from Liquid templates. */
export interface Theme {
  /** Sends a whole page. */
  page(request: FastifyRequest, reply: FastifyReply, template: string, values?: Values): Promise<FastifyReply>
  /** Sends the page, or only the section that the query’s `section_id` names, as platforms offer it to their themes. */
  pageOrSection(request: FastifyRequest, reply: FastifyReply, template: string, values?: Values): Promise<FastifyReply>
  /** Renders those sections of the page, each in the element that platforms put around it; null for one that cannot be rendered. */
  sections(request: FastifyRequest, ids: string[]): Promise<Record<string, string | null>>
}

/** Makes the theme, whose pages load the widgets from that proxy. */
export function createTheme(proxy: string): Theme {
  const folder = fileURLToPath(new URL('theme', import.meta.url))
  const partials = [`${folder}/snippets`, `${folder}/sections`, `${extensionFolder}/snippets`]
  const liquid = new Liquid({ root: [folder], partials, extname: '.liquid', outputEscape: 'escape', cache: true })
  speakShopify(liquid)
  liquid.registerFilter('money', toMoney)
  liquid.registerFilter('day', toDay)

  const send = async (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html)

  const globals = ({ visitor, url }: FastifyRequest) => ({
    settings: { storefront_proxy: proxy },
    cart: toCartView(visitor.cart),
    customer: visitor.customer,
    customers,
    languages,
    themes: themeNames,
    theme: visitor.theme,
    request: { path: url, dir: visitor.dir, locale: { iso_code: visitor.lang } },
    routes: { account_login_url: '/account?sign-in' },
  })

  const page: Theme['page'] = async (request, reply, template, values = {}) => {
    const shared = { globals: { ...globals(request), ...values } }
    const content = (await liquid.renderFile(`templates/${template}`, {}, shared)) as string
    return send(reply, (await liquid.renderFile('layout/theme', { content_for_layout: content, template }, shared)) as string)
  }

  return {
    page,
    async pageOrSection(request, reply, template, values = {}) {
      const { section_id } = request.query as { section_id?: string }
      if (section_id === undefined) return page(request, reply, template, values)
      if (!/^[\w-]+$/.test(section_id)) return reply.code(404).send()
      return send(reply, (await liquid.renderFile(`sections/${section_id}`, {}, { globals: { ...globals(request), ...values } })) as string)
    },

    async sections(request, ids) {
      const render = async (id: string): Promise<string | null> => {
        if (!/^[\w-]+$/.test(id)) return null
        const content = (await liquid.renderFile(`sections/${id}`, {}, { globals: globals(request) }).catch(() => null)) as string | null
        return content && `<div id="shopify-section-${id}" class="shopify-section">${content}</div>`
      }
      return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await render(id)] as const)))
    },
  }
}

/** Converts the cart to Liquid’s form, with the theme’s own fields. */
function toCartView(cart: Cart) {
  const goods = cart.lines.filter((line) => !isProtection(line))
  const protection = cart.lines.filter(isProtection)
  const delivery = goods.some(ships) ? deliveryPrice : 0
  return {
    ...toAjaxCart(cart),
    currency: { iso_code: currency },
    goods: goods.map(toAjaxLine),
    goods_count: goods.reduce((sum, { quantity }) => sum + quantity, 0),
    goods_price: sumOf(goods),
    protection: protection[0] && { title: protection[0].variant.title, price: sumOf(protection) },
    delivery,
    to_pay: sumOf(cart.lines) + delivery,
  }
}

/** Writes an amount in the shop's currency. */
export const toMoney = (cents: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const toDay = (date: Date) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(date)
