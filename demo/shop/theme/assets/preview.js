// Runs the preview’s page: the page has its own cart, and this script performs the steps of a theme or a shopper.
const { root, actions } = document.currentScript.dataset

// The theme’s own script sets the address of the real cart. Here the preview’s cart replaces it.
Object.defineProperty(window, 'Shopify', { get: () => ({ routes: { root } }), set() {} })

// The theme’s drawer would show another offer, for the real cart.
document.addEventListener('DOMContentLoaded', () => document.getElementById('drawer')?.replaceChildren())

const widget = () => document.querySelector('storefront-protection')
const inside = (selector) => widget().shadowRoot.querySelector(selector)

const change = async (more) => {
  const { items } = await (await fetch(`${root}cart.js`)).json()
  const { key, quantity } = items.find((item) => item.requires_shipping)
  const body = JSON.stringify({ id: key, quantity: quantity + more })
  const answer = await fetch(`${root}cart/change.js`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  // The widget notices a request only after its response was read to the end.
  await answer.json()
}

const does = {
  dialog: () => inside('[part=more]').click(),
  more: () => change(1),
  'many-more': () => change(20),
}

if (actions)
  document.addEventListener(
    'storefront-quoted',
    async () => {
      // After two frames the price has been on the screen.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      for (const action of actions.split(' ')) await does[action]()
    },
    { once: true },
  )
