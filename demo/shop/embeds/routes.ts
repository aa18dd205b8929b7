import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAjaxCart } from '../ajax-cart.ts'
import { ships, sumOf } from '../cart.ts'
import { currency } from '../catalogue.ts'
import type { Shop } from '../shop.ts'
import { readPanel } from './editor.ts'
import { renderBlock } from './extension.ts'
import { quoteForPage, toPageValues } from './page-quote.ts'
import { formAddress, plainHtmlRoutes, renderSnippet } from './plain-html.ts'
import { pluginFiles, pluginFolder, renderTemplate, toPluginValues, wooCommerceRoutes } from './woocommerce.ts'

/** Settings by their names. An unticked box is `false`. */
type Settings = Record<string, string | false>

/** The markup of an embed: for the head of its page, and for its place in the page. */
interface Rendered {
  head: string
  embed: string
}

interface Embed {
  title: string
  about: string
  /** Whether the embed stands beside the cart. */
  shows_cart?: true
  render: (request: FastifyRequest, settings: Settings, proxy: string, shop: { usual: string; origin: string }) => Rendered | Promise<Rendered>
}

const block = (name: string) => async (request: FastifyRequest, settings: Settings, proxy: string) => {
  const globals = toGlobals(request, name === 'protection' ? 'cart' : 'page')
  return { head: await renderBlock('embed', { proxy, ...settings }, globals), embed: await renderBlock(name, settings, globals) }
}

const template =
  (name: string) =>
  ({ visitor }: FastifyRequest, _: Settings, proxy: string) => {
    const values = toPluginValues(visitor.cart, proxy, visitor.lang)
    const isAsked = name === 'protection' && values.amount > 0 && !values.lines
    const head = `${isAsked ? renderTemplate('preload', values) : ''}
    <script async type="module" crossorigin src="${proxy}/${name === 'protection' ? name : 'widgets'}.js"></script>
    <link rel="stylesheet" href="${pluginFiles}storefront-widgets.css">
    <script src="/assets/woocommerce.js" defer></script>
    <script src="${pluginFiles}storefront-widgets.js" defer></script>`
    // The plugin renders the offer, and beside it what the script needs to know of the cart.
    return { head, embed: renderTemplate(name, values) + (name === 'protection' ? renderTemplate('protection-cart', values) : '') }
  }

const snippet =
  (name: string) =>
  ({ visitor }: FastifyRequest, _: Settings, proxy: string) => {
    const amount = sumOf(visitor.cart.lines.filter(ships))
    return {
      head: renderSnippet(name === 'cart' && amount > 0 ? 'cart-head' : 'head', proxy, { cents: amount, currency }),
      embed: renderSnippet(name, proxy, { amount, currency, action: formAddress }),
    }
  }

/** The cart as a server renders it that requests the price itself. `usual` is the only proxy that it asks: the query of the page may name another. */
async function cartWithPrice({ visitor }: FastifyRequest, proxy: string, { usual, origin }: { usual: string; origin: string }): Promise<Rendered> {
  const amount = sumOf(visitor.cart.lines.filter(ships))
  const found = proxy === usual && amount > 0 ? await quoteForPage(usual, origin, amount, currency) : undefined
  const values = { amount, currency, action: formAddress }
  if (!found) return { head: renderSnippet(amount > 0 ? 'cart-head' : 'head', proxy, { cents: amount, currency }), embed: renderSnippet('cart', proxy, values) }
  const { quote, price } = toPageValues(found)
  return {
    // The page has the price, so it preloads none.
    head: renderSnippet('cart-head', proxy).replace(/<link rel="preload" [^>]*>\n/, ''),
    embed: renderSnippet('cart-with-price', proxy, { ...values, quote }).replace('$1.98', () => price),
  }
}

const embeds: Record<string, Embed> = {
  'shopify/protection': { title: 'Shopify: protection', about: 'An app block beside the totals of the cart.', shows_cart: true, render: block('protection') },
  'shopify/loyalty': { title: 'Shopify: loyalty', about: 'An app block; the app proxy says who is signed in.', render: block('loyalty') },
  'shopify/tracking': { title: 'Shopify: tracking', about: 'An app block, opened by a link or by what is typed.', render: block('tracking') },
  'woocommerce/protection': {
    title: 'WooCommerce: protection',
    about: 'In the classic cart; charged as a fee.',
    shows_cart: true,
    render: template('protection'),
  },
  'woocommerce/loyalty': { title: 'WooCommerce: loyalty', about: 'On the first page of the account.', render: template('loyalty') },
  'woocommerce/tracking': { title: 'WooCommerce: tracking', about: 'A shortcode on any page.', render: template('tracking') },
  'html/cart': { title: 'Plain HTML: protection', about: 'A control of the form that the server reads.', shows_cart: true, render: snippet('cart') },
  'html/cart-with-price': {
    title: 'Plain HTML: protection, with its price',
    about: 'The server requests the price, so the page has it from the first paint.',
    shows_cart: true,
    render: (request, _, proxy, shop) => cartWithPrice(request, proxy, shop),
  },
  'html/account': { title: 'Plain HTML: loyalty', about: 'On a page of the account.', render: snippet('account') },
  'html/track': { title: 'Plain HTML: tracking', about: 'On a page for tracking.', render: snippet('track') },
}

/** The names of the plain pages, which differ from those of the widgets. */
const kinds: Record<string, string> = { cart: 'protection', 'cart-with-price': 'protection', account: 'loyalty', track: 'tracking' }

/** The headings of the pages, as shops have them. */
const headings: Record<string, string> = { protection: 'Your cart', loyalty: 'My account', tracking: 'Track your order' }

/** The articles of the sample cart: a mug and a poster. */
const samples = [9800000101, 9800000102]

const listed = Object.entries(embeds).flatMap(([name, { title, about }]) => [
  { address: `/embeds/${name}`, title, about },
  ...(name.startsWith('shopify') ? [{ address: `/embeds/${name}?editor`, title: `${title}, in the theme editor`, about: 'As a merchant sees it.' }] : []),
])

type Requested = { Params: { '*': string }; Querystring: Record<string, string | string[]> }

/**
 * Registers the embeds that shops get, each on a page on which it works. The query can set any setting of a block by its name, `editor`
 * for the theme editor, and `proxy` for a proxy that is mounted elsewhere.
 */
export async function embedRoutes(app: FastifyInstance, { origin, theme, callProxy }: Shop, usual: string) {
  await app.register(fastifyStatic, { root: `${pluginFolder}/assets`, prefix: pluginFiles, decorateReply: false })
  wooCommerceRoutes(app, callProxy)
  plainHtmlRoutes(app, theme, callProxy)

  app.post<{ Body: { return_to?: string } }>('/embeds/sample', ({ visitor: { cart }, body: { return_to = '' } }, reply) => {
    for (const id of samples) cart.add(id, 1)
    return reply.redirect(/^\/embeds\/[a-z/]+$/.test(return_to) ? return_to : '/embeds', 303)
  })

  app.get('/embeds', (request, reply) => theme.page(request, reply, 'embed', { title: 'Into a shop', about: 'What shops embed, working.', embeds: listed }))

  app.get<Requested>('/embeds/*', async (request, reply) => {
    const known = Object.hasOwn(embeds, request.params['*']) && embeds[request.params['*']]
    if (!known) return theme.page(request, reply.code(404), 'not-found')
    // A box that can be ticked sends its name twice if it is: the last value counts.
    const values = Object.entries(request.query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1)! : value] as const)
    const { proxy = usual, editor, ...chosen } = Object.fromEntries(values)
    const filled = Object.entries(chosen).filter(([, value]) => value !== '')
    const settings = Object.fromEntries(filled.map(([name, value]) => [name, value === 'false' ? false : value] as const))
    const { head, embed } = await known.render(request, settings, /^[\w.:/-]*$/.test(proxy) ? proxy : usual, { usual, origin })
    allowInline(reply, head + embed)
    const { title, about } = known
    const [shop = '', page = ''] = request.params['*'].split('/')
    const kind = kinds[page] ?? page
    const platform = shop === 'html' ? undefined : shop
    const heading = platform && headings[kind]
    const panel = platform === 'shopify' && editor !== undefined ? readPanel(kind, settings) : undefined
    const shows_cart = known.shows_cart && !panel
    return theme.pageOrSection(request, reply, 'embed', { title, about, platform, kind, heading, shows_cart, panel, embed, embed_head: head })
  })
}

/** Makes the global variables of Liquid on every page of a Shopify shop. */
function toGlobals({ visitor, query }: FastifyRequest, page_type: string) {
  const { editor } = query as Settings
  return {
    cart: { ...toAjaxCart(visitor.cart), currency: { iso_code: currency } },
    customer: visitor.customer,
    request: { design_mode: editor !== undefined, page_type, locale: { iso_code: visitor.lang } },
    routes: { account_login_url: '/account?sign-in' },
  }
}

/** Allows the style and script elements of that markup, and no others, in the page’s policy, by their hashes. */
function allowInline(reply: FastifyReply, html: string) {
  const hashesOf = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
  const policy = String(reply.getHeader('Content-Security-Policy'))
  const allowed = ['style', 'script'].reduce((rules, tag) => rules.replace(`${tag}-src 'self'`, [`${tag}-src 'self'`, ...hashesOf(tag)].join(' ')), policy)
  reply.header('Content-Security-Policy', allowed)
}
