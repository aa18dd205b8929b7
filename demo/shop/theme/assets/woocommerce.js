// Imitates WooCommerce’s own scripts in classic pages. When jQuery notifies them of a changed cart, they fetch the page anew and
// replace the old fragments with the new ones.
;(() => {
  let newest = 0

  function renderAnew() {
    const question = ++newest
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.responseType = 'document'
    request.onload = () => {
      if (question !== newest) return
      for (const fragment of ['.storefront-protection-cart', '#cart-totals', '#cart-items']) {
        const [shown, fresh] = [document, request.response].map((page) => page.querySelector(fragment))
        if (shown && fresh) shown.replaceWith(document.adoptNode(fresh))
      }
    }
    request.send()
  }

  window.jQuery = () => ({ trigger: (event) => event === 'update_checkout' && renderAnew() })
  window.subscribe('cart-update', renderAnew)
})()
