// What plugins use of the blocks: the store of the cart, and the function that sends it their data.
;(() => {
  const { apiFetch, data } = window.wp
  const { dispatch } = data
  const store = data.createReduxStore('wc/store/cart', {
    reducer: (state = { cart: undefined }, action) => (action.type === 'RECEIVE' ? { cart: action.cart } : state),
    actions: { receiveCart: (cart) => ({ type: 'RECEIVE', cart }) },
    selectors: { getCartData: ({ cart }) => cart ?? {} },
  })
  data.register(store)
  const receive = (cart) => (dispatch('wc/store/cart').receiveCart(cart), cart)
  const send = (path, body) => apiFetch({ path: `/wc/store/v1/${path}`, method: body ? 'POST' : 'GET', ...(body && { data: body }) })
  window.wc = {
    ...window.wc,
    blocksCheckout: { extensionCartUpdate: ({ namespace, data: given }) => send('cart/extensions', { namespace, data: given }).then(receive) },
    standIn: { send, receive },
  }
})()
