// Tells WooCommerce what the shopper chose, and the elements what WooCommerce has made of the cart. In classic pages the server
// renders the element anew with the totals; in pages of blocks the cart's own data says what has changed.
// Scripts of a page share their names, so that these are kept to themselves.
;(() => {
  const holders = () => document.querySelectorAll('.storefront-protection')
  const blocks = () => window.wc?.blocksCheckout?.extensionCartUpdate
  const said = () => window.wp?.data?.select('wc/store/cart')?.getCartData()?.extensions?.['storefront-widgets']

  /** How many choices there were, and what becomes of the last one that is being told. */
  let choices = 0
  let telling = Promise.resolve()
  let isTelling = false
  /** The token that WooCommerce has taken last on this page. */
  let taken

  document.addEventListener('storefront-chosen', (event) => {
    const { target, checked, quote } = event
    const holder = target.closest('.storefront-protection')
    if (!holder) return
    // What the server has said needs no telling, unless it has done something since.
    const line = JSON.parse(holder.dataset.line)
    const isCurrent = !isTelling && (taken === undefined || taken === line?.token)
    if (checked && isCurrent && covers(line, quote)) return
    // Without a quote there is nothing to buy yet, or no longer.
    const token = checked && quote ? quote.token : ''
    const choice = ++choices
    // One after another; of those that came meanwhile only the last. What is not taken is tried once more, and then the switch goes back.
    isTelling = true
    telling = telling
      .catch(() => {})
      .then(() => choice === choices && tell(holder, token).catch(() => choice === choices && tell(holder, token)))
      .finally(() => (isTelling = choice !== choices))
    event.waitUntil(telling)
  })

  /** Whether a quote that the server holds is as good as another, for a minute at least. */
  const covers = (line, quote) =>
    line &&
    quote &&
    ['amount', 'price'].every((name) => ['cents', 'currency'].every((part) => line[name][part] === quote[name][part])) &&
    Date.parse(line.expires_at) - Date.now() > 60_000

  /** Fails where WooCommerce has not done as the shopper chose. */
  async function tell(holder, token) {
    const kept = blocks() ? await tellBlocks(token) : await tellClassic(holder, token)
    if (!kept) throw new Error('WooCommerce did not take it')
    taken = token
  }

  async function tellBlocks(token) {
    await blocks()({ namespace: 'storefront-widgets', data: { token } })
    return (said()?.line?.token ?? '') === token
  }

  async function tellClassic({ dataset: { endpoint, nonce } }, token) {
    const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams({ token, nonce }) })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const { kept } = await answer.json()
    // WooCommerce hears through jQuery alone.
    for (const event of ['update_checkout', 'wc_update_cart']) window.jQuery?.(document.body).trigger(event)
    return kept
  }

  /** Gives elements what the page's markup cannot: what the shopper has chosen, as the server has it. */
  const follow = () => {
    for (const { dataset, firstElementChild: element } of holders())
      if (element && JSON.stringify(element.line ?? null) !== dataset.line) element.line = JSON.parse(dataset.line)
  }

  new MutationObserver(follow).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-line'] })
  follow()

  window.wp?.data?.subscribe?.(() => {
    const { amount, currency, line } = said() ?? {}
    if (!currency) return
    for (const holder of holders()) {
      const element = holder.firstElementChild
      const told = { amount: String(amount), currency }
      for (const [name, value] of Object.entries(told)) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
      holder.dataset.line = JSON.stringify(line ?? null)
    }
  })
})()
