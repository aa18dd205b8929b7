// Sends the shopper's choice to WooCommerce, and the state of the cart to the elements. In classic pages the server renders the
// element again with the totals; in pages with blocks the cart's own data says what changed.
// All scripts of a page share one scope, so this one runs inside a function.
;(() => {
  const holders = () => document.querySelectorAll('.storefront-protection')
  const blocks = () => window.wc?.blocksCheckout?.extensionCartUpdate
  const extensionData = () => window.wp?.data?.select('wc/store/cart')?.getCartData()?.extensions?.['storefront-widgets']

  /** The number of choices so far, and the result of the last one that is being sent. */
  let choices = 0
  let sending = Promise.resolve()
  let isSending = false
  /** The token that WooCommerce accepted last on this page. */
  let acceptedToken

  document.addEventListener('storefront-chosen', (event) => {
    const { target, checked, quote } = event
    const holder = target.closest('.storefront-protection')
    if (!holder) return
    // A choice that came from the server is not sent back, unless another one was sent since.
    const line = JSON.parse(holder.dataset.line)
    const isCurrent = !isSending && (acceptedToken === undefined || acceptedToken === line?.token)
    if (checked && isCurrent && covers(line, quote)) return
    // Without a quote there is nothing to buy.
    const token = checked && quote ? quote.token : ''
    const choice = ++choices
    // Choices are sent one after the other; of several waiting ones only the last. A failed one is sent once more; then the switch goes back.
    isSending = true
    sending = sending
      .catch(() => {})
      .then(() => choice === choices && tell(holder, token).catch(() => choice === choices && tell(holder, token)))
      .finally(() => (isSending = choice !== choices))
    event.waitUntil(sending)
  })

  /** Whether the server's quote is equivalent to another and holds for at least a minute. */
  const covers = (line, quote) =>
    line &&
    quote &&
    ['amount', 'price'].every((name) => ['cents', 'currency'].every((part) => line[name][part] === quote[name][part])) &&
    Date.parse(line.expires_at) - Date.now() > 60_000

  /** Rejects if WooCommerce did not accept the choice. */
  async function tell(holder, token) {
    const kept = blocks() ? await tellBlocks(token) : await tellClassic(holder, token)
    if (!kept) throw new Error('WooCommerce did not take it')
    acceptedToken = token
  }

  async function tellBlocks(token) {
    await blocks()({ namespace: 'storefront-widgets', data: { token } })
    return (extensionData()?.line?.token ?? '') === token
  }

  async function tellClassic({ dataset: { endpoint, nonce } }, token) {
    const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams({ token, nonce }) })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const { kept } = await answer.json()
    // WooCommerce listens only through jQuery.
    for (const event of ['update_checkout', 'wc_update_cart']) window.jQuery?.(document.body).trigger(event)
    return kept
  }

  /** Gives the elements the shopper's choice on the server, which the page's markup cannot contain. */
  const follow = () => {
    for (const { dataset, firstElementChild: element } of holders())
      if (element && JSON.stringify(element.line ?? null) !== dataset.line) element.line = JSON.parse(dataset.line)
  }

  new MutationObserver(follow).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-line'] })
  follow()

  window.wp?.data?.subscribe?.(() => {
    const { amount, currency, line } = extensionData() ?? {}
    if (!currency) return
    for (const holder of holders()) {
      const element = holder.firstElementChild
      const attributes = { amount: String(amount), currency }
      for (const [name, value] of Object.entries(attributes)) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
      holder.dataset.line = JSON.stringify(line ?? null)
    }
  })
})()
