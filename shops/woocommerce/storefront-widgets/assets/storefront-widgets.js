// Sends the shopper's choice to WooCommerce, and the state of the cart to the elements. The state stands in one hidden element: in classic pages
// the server renders it again with the totals; in pages with blocks it is taken from the cart's own data.
// All scripts of a page share one scope, so this one runs inside a function.
;(() => {
  const holders = () => document.querySelectorAll('.storefront-protection')
  /** What the server says of the cart: amount, currency, the shopper's choice, and where to send a new one. */
  const cart = () => document.querySelector('.storefront-protection-cart')?.dataset
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
    if (!target.closest('.storefront-protection') || !cart()) return
    // A choice that came from the server is not sent back, unless another one was sent since.
    const line = JSON.parse(cart().line)
    const isCurrent = !isSending && (acceptedToken === undefined || acceptedToken === line?.token)
    if (checked && isCurrent && covers(line, quote)) return
    // Without a quote there is nothing to buy.
    const token = checked && quote ? quote.token : ''
    // While nothing ships, nothing is charged. The server keeps the choice for the case that something ships again.
    if (!token && cart().amount === '0') return
    const choice = ++choices
    // Choices are sent one after the other; of several waiting ones only the last. A failed one is sent once more; then the switch goes back.
    isSending = true
    sending = sending
      .catch(() => {})
      .then(() => choice === choices && tell(token).catch(() => choice === choices && tell(token)))
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
  async function tell(token) {
    const kept = blocks() ? await tellBlocks(token) : await tellClassic(token)
    if (!kept) throw new Error('WooCommerce did not take it')
    acceptedToken = token
  }

  async function tellBlocks(token) {
    await blocks()({ namespace: 'storefront-widgets', data: { token } })
    return (extensionData()?.line?.token ?? '') === token
  }

  /** Waits for the requests of WooCommerce's scripts, for three seconds at most: of two requests at once, the later one overwrites what the other stored. */
  const otherRequests = () =>
    new Promise((resolve) => {
      if (!window.jQuery?.active) return resolve()
      window.jQuery(document).one('ajaxStop', resolve)
      setTimeout(resolve, 3000)
    })

  async function tellClassic(token) {
    await otherRequests()
    const { endpoint, nonce } = cart()
    const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams({ token, nonce }) })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const { kept } = await answer.json()
    // WooCommerce listens only through jQuery.
    for (const event of ['update_checkout', 'wc_update_cart']) window.jQuery?.(document.body).trigger(event)
    return kept
  }

  /** Gives the elements what the server says of the cart. */
  const follow = () => {
    const { amount, currency, line } = cart() ?? {}
    if (!currency) return
    for (const holder of holders()) {
      const element = holder.querySelector('storefront-protection')
      // Where nothing ships there is nothing to protect.
      holder.hidden = amount === '0'
      for (const [name, value] of Object.entries({ amount, currency })) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
      // The page's markup cannot contain the shopper's choice.
      if (JSON.stringify(element.line ?? null) !== line) element.line = JSON.parse(line)
    }
  }

  new MutationObserver(follow).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-line', 'data-amount', 'data-currency'],
  })
  follow()

  window.wp?.data?.subscribe?.(() => {
    const { amount, currency, line } = extensionData() ?? {}
    const known = cart()
    if (currency && known) Object.assign(known, { amount: String(amount), currency, line: JSON.stringify(line ?? null) })
  })
})()
