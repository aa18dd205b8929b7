// Performs the steps of the preview as a shopper would, once the panel is there: "press" a part, "type" an amount, or "refresh".
const actions = document.currentScript.dataset.actions.split('|').filter(Boolean)

const panel = () => document.querySelector('storefront-loyalty')

/** Resolves to a part of the panel once the part is visible. */
async function part(name) {
  for (;;) {
    const found = panel().shadowRoot?.querySelector(`[part~=${name}]`)
    if (found?.checkVisibility()) return found
    await new Promise(requestAnimationFrame)
  }
}

const does = {
  press: async (name) => (await part(name)).click(),
  async type(text) {
    const input = await part('input')
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  },
  async refresh() {
    await part('greeting')
    await panel().refresh()
  },
}

;(async () => {
  for (const action of actions) {
    const [verb, what] = action.split(' ')
    await does[verb](what)
  }
})()
