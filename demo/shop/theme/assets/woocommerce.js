// Plays what WooCommerce's own scripts do in classic pages: told through jQuery that the cart has changed, they fetch the page anew and
// put its fragments in the place of the old ones.
;(() => {
  let newest = 0

  function renderAnew() {
    const question = ++newest
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.responseType = 'document'
    request.onload = () => {
      if (question !== newest) return
      for (const fragment of ['.storefront-protection', '#cart-totals', '#cart-items']) {
        const [shown, fresh] = [document, request.response].map((page) => page.querySelector(fragment))
        if (shown && fresh) shown.replaceWith(document.adoptNode(fresh))
      }
    }
    request.send()
  }

  window.jQuery = () => ({ trigger: (event) => event === 'update_checkout' && renderAnew() })
  window.subscribe('cart-update', renderAnew)
})()
