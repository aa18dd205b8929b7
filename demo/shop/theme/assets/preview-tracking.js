// Performs the steps of the preview as a shopper would, once the widget is there: "press" a part, or "type" into a field. Each step leaves a mark,
// because layout shift right after a step counts as caused by the shopper.
const actions = document.currentScript.dataset.actions.split('|').filter(Boolean)

/** Resolves to an element of the widget once the element is visible. */
async function piece(selector) {
  for (;;) {
    const found = document.querySelector('storefront-tracking').shadowRoot?.querySelector(selector)
    if (found?.checkVisibility()) return found
    await new Promise(requestAnimationFrame)
  }
}

const does = {
  refresh: () => document.querySelector('storefront-tracking').refresh(),
  press: async (part) => (await piece(`[part~=${part}]`)).click(),
  async type(field, ...words) {
    const input = await piece(`#${field}`)
    input.focus()
    input.value = words.join(' ')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  },
}

;(async () => {
  for (const action of actions) {
    const [verb, ...rest] = action.split(' ')
    await does[verb](...rest)
    performance.mark('action')
  }
})()
