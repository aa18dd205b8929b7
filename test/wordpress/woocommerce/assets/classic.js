// The scripts of the classic cart and the classic checkout, with the events that plugins listen for.
jQuery(($) => {
  const ajax = (name) => `${location.origin}/?wc-ajax=${name}`
  const put = (selector, html) => $(selector).replaceWith(html)

  // The cart: each change puts new totals in place of the old ones.
  const readCart = (data) =>
    $.ajax({ url: location.href, method: data ? 'POST' : 'GET', data }).then((html) => {
      const page = $($.parseHTML(html))
      put('.woocommerce-cart-form', page.find('.woocommerce-cart-form'))
      const totals = page.find('.cart_totals')
      if (totals.length) put('.cart_totals', totals)
      else $('.woocommerce').first().replaceWith(page.find('.woocommerce').first())
      $(document.body).trigger('updated_wc_div').trigger('updated_cart_totals')
    })
  if ($('.woocommerce-cart-form').length) {
    $(document).on('submit', '.woocommerce-cart-form', (event) => {
      event.preventDefault()
      readCart(`${$(event.target).serialize()}&update_cart=Update+cart`)
    })
    $(document.body).on('wc_update_cart added_to_cart', () => readCart())
    $(document).on('change', '.cart_totals .shipping_method', ({ target }) =>
      $.post(ajax('update_shipping_method'), { shipping_method: [target.value] }).then((html) => {
        put('.cart_totals', $($.parseHTML(html.trim())))
        $(document.body).trigger('updated_cart_totals').trigger('updated_shipping_method')
      }),
    )
  }

  // The checkout: of the fragments only those are put in place that differ from the last ones.
  const form = $('form.checkout')
  let last
  const update = () =>
    $.post(ajax('update_order_review'), { shipping_method: [$('.shipping_method:checked').val()], post_data: form.serialize() }).then(({ fragments }) => {
      for (const [selector, html] of Object.entries(fragments)) if (!last || last[selector] !== html) put(selector, html)
      last = fragments
      $(document.body).trigger('updated_checkout', [{ fragments }])
    })
  if (form.length) {
    $(document.body).on('update_checkout', update)
    form.on('change', '.shipping_method', () => $(document.body).trigger('update_checkout'))
    form.on('submit', (event) => {
      event.preventDefault()
      $.post(ajax('checkout'), form.serialize()).then(({ result, redirect, messages, refresh }) => {
        if (result === 'success') return location.assign(redirect)
        $('.woocommerce-NoticeGroup-checkout').remove()
        form.prepend(`<div class="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout">${messages}</div>`)
        if (refresh) $(document.body).trigger('update_checkout')
        $(document.body).trigger('checkout_error', [messages])
      })
    })
    $(document.body).trigger('init_checkout')
    $(document.body).trigger('update_checkout')
  }
})
