// Renders the blocks of cart and checkout, with the class names and the labels of WooCommerce's.
;(() => {
  const { send, receive } = window.wc.standIn
  const block = document.querySelector('[data-block-name]')
  const isCheckout = block.dataset.blockName === 'woocommerce/checkout'
  const money = (cents) => `$${(cents / 100).toFixed(2)}`
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties)
    element.append(...children)
    return element
  }
  const act = (path, body) => send(path, body).then(receive)

  const field = (id, label, value = '') => make('label', { textContent: label, htmlFor: id }, make('input', { id, value }))
  const fields = make(
    'div',
    {},
    ...[
      ['email', 'Email address'],
      ['shipping-first_name', 'First name'],
      ['shipping-last_name', 'Last name'],
      ['shipping-address_1', 'Address'],
      ['shipping-city', 'City'],
      ['shipping-postcode', 'ZIP Code'],
    ].map(([id, label]) => field(id, label)),
  )
  const notices = make('div', { className: 'wc-block-components-notices' })
  const view = make('div', { className: 'wc-block-components-sidebar' })
  const place = make('button', { className: 'wc-block-components-checkout-place-order-button', textContent: 'Place Order', type: 'button' })
  place.addEventListener('click', async () => {
    const value = (name) => document.getElementById(name).value
    const names = ['first_name', 'last_name', 'address_1', 'city', 'postcode']
    const address = Object.fromEntries(names.map((name) => [name, value(`shipping-${name}`)]))
    try {
      const done = await send('checkout', { billing_address: { ...address, state: 'CA', country: 'US', email: value('email') }, payment_method: 'cod' })
      location.assign(done.payment_result.redirect_url)
    } catch ({ message, data }) {
      notices.replaceChildren(make('div', { className: 'wc-block-components-notice-banner is-error', textContent: message, role: 'alert' }))
      if (data?.cart) receive(data.cart)
    }
  })

  const render = () => {
    const { items, fees, totals, shipping_rates: packages } = window.wp.data.select('wc/store/cart').getCartData()
    if (!items) return
    if (!items.length)
      return block.replaceChildren(make('div', { className: 'wp-block-woocommerce-empty-cart-block', textContent: 'Your cart is currently empty!' }))
    const quantity = ({ key, name, quantity: count }) => {
      const input = make('input', {
        type: 'number',
        className: 'wc-block-components-quantity-selector__input',
        ariaLabel: `Quantity of ${name} in your cart.`,
        value: count,
      })
      input.addEventListener('change', () => act('cart/update-item', { key, quantity: Number(input.value) }))
      return make('div', { className: 'wc-block-cart-items__row', textContent: name }, input)
    }
    const rates = (packages[0]?.shipping_rates ?? []).map(({ rate_id, name, selected }) => {
      const input = make('input', { type: 'radio', name: 'radio-control-0', value: rate_id, checked: selected })
      input.addEventListener('change', () => act('cart/select-shipping-rate', { package_id: 0, rate_id }))
      return make('label', { className: 'wc-block-components-radio-control__option' }, input, name)
    })
    const row = (className, label, cents) => make('div', { className: `wc-block-components-totals-item ${className}`, textContent: `${label} ${money(cents)}` })
    view.replaceChildren(
      ...items.map(quantity),
      ...rates,
      ...fees.map(({ name, totals: { total } }) => row('wc-block-components-totals-fees', name, total)),
      row('wc-block-components-totals-footer-item', 'Total', totals.total_price),
    )
    if (view.isConnected) return
    block.classList.remove('is-loading')
    block.replaceChildren(notices, ...(isCheckout ? [fields] : []), view, ...(isCheckout ? [place] : []))
  }
  window.wp.data.subscribe(render)
  act('cart')
})()
