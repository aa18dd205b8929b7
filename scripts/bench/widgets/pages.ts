/** The hosts of one shop. Each has its own name, and so its own connections. */
export const hosts = { shop: 'shop.test', proxy: 'widgets.test', scripts: 'scripts.test', api: 'api.test' } as const

/** The path at which the shop mounts the proxy on its own host. */
export const mount = '/apps/storefront'

const cart = 'amount="6200" currency="USD"'
const words = 'Shipment protection is offered here.'
const element = `<storefront-protection cart="events" ${cart} lines="0">${words}</storefront-protection>`
const ours = (from: string) => [`<script async type="module" src="${from}/widgets.js"></script>`, element]
const oneFile = (from: string) => [
  `<link rel="preload" as="fetch" crossorigin href="${from}/v1/protection/quotes?cents=6200&amp;currency=USD">
<script async type="module" src="${from}/protection.js"></script>`,
  element,
]
const theirs = (name: string) => [
  `<script async type="module" src="https://${hosts.scripts}/${name}.js"></script>`,
  `<ordinary-toggle api="https://${hosts.api}" ${cart}>${words}</ordinary-toggle>`,
]

/** The mark that the shop's server replaces with the quote, as an attribute needs it, and the words with its price. */
export const serverQuote = { json: '{{quote}}', price: '{{price}}' } as const
const rendered = [
  `<script async type="module" src="https://${hosts.proxy}/protection.js"></script>`,
  `<storefront-protection cart="events" ${cart} lines="0" quote="${serverQuote.json}">Shipment protection: ${serverQuote.price}</storefront-protection>`,
]

/** For each subject: the HTML in the head of the shop’s cart, and the HTML at the place of the offer. */
const subjects = {
  without: ['', `<p class="offer">${words}</p>`],
  ours: ours(`https://${hosts.proxy}`),
  oneFile: oneFile(`https://${hosts.proxy}`),
  mounted: ours(mount),
  mountedOneFile: oneFile(mount),
  rendered,
  ordinary: theirs('ordinary'),
  lean: theirs('lean'),
}

/**
 * What is compared: the page without an offer, our toggle from its own host and from the shop’s (by the script tag alone, or by one file
 * beside a preloaded quote), our toggle whose price the shop's server has put into the page, and ordinary toggles.
 */
export type Subject = keyof typeof subjects

/** Returns the shop’s cart with that subject, repeated `copies` times. */
export function pageOf(subject: Subject, copies = 1): string {
  const [head, offer] = subjects[subject] as [string, string]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your cart</title>
<link rel="icon" href="data:,">
<style>
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #222; background: #fff }
li { display: flex; justify-content: space-between; padding: 0.5rem 0; border-bottom: 1px solid #ddd }
ul { margin: 0; padding: 0; list-style: none }
.offer, ordinary-toggle, storefront-protection { display: block; min-block-size: 5.25em; margin: 0 }
a { display: inline-block; padding: 0.75rem 1.5rem; color: #fff; background: #222 }
</style>
${head}
</head>
<body>
<h1>Your cart</h1>
<ul><li><span>Stoneware mug, sand, 2 of them</span><b>$36.00</b></li><li><span>Letterpress poster, the harbour by night</span><b>$26.00</b></li></ul>
<p>Subtotal <b>$62.00</b></p>
${Array<string>(copies).fill(offer).join('\n')}
<p><a href="/checkout">Check out</a></p>
</body>
</html>
`
}
