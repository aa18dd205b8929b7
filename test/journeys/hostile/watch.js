// Loaded before anything hostile: records the faults of the page, and reports what a visitor would see, as plain text.
;(() => {
  const { fetch } = window
  const { parse } = JSON
  let faults = ''
  addEventListener('error', ({ message }) => (faults += `${message}\n`))
  addEventListener('unhandledrejection', ({ reason }) => (faults += `${reason}\n`))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    // Before each screenshot, Playwright adds this style in Firefox (inPagePrepareForScreenshots in playwright-core).
    if (sample !== 'body {}') faults += `${violatedDirective} ${blockedURI} ${sample}\n`
  })

  const host = () => document.querySelector('storefront-protection')
  const inside = (selector) => host().shadowRoot?.querySelector(selector)
  const post = async (path, body) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    await answer.text()
  }

  function describe(element, pseudo) {
    const style = getComputedStyle(element, pseudo)
    let text = ''
    // Variables have no order, and the property in which one engine stores the language is not part of the look.
    for (let place = 0; place < style.length; place++)
      if (!/^(--|-webkit-locale)/.test(style[place])) text += ` ${style[place]}: ${style.getPropertyValue(style[place])};`
    return text
  }

  window.Shopify = { routes: { root: '/' } }
  window.watch = {
    rendered: 0,
    faults: () => faults,

    /** Fills the cart with two mugs, and nothing else. */
    async fill() {
      await post('/cart/clear.js', '{}')
      await post('/cart/add.js', '{"id":9800000101,"quantity":2}')
    },

    /** The cart's protection lines, as "1 × 150". */
    async lines() {
      const { items } = parse(await (await fetch('/cart.js')).text())
      let text = ''
      for (const { quantity, final_line_price, properties } of items) if (properties?._protection_quote) text += `${quantity} × ${final_line_price} `
      return text.trim()
    },

    /** The state of the offer: whether it is on, its price, and whether the dialog is open. */
    state() {
      // The last word of the state is for a choice that is on its way into the cart.
      const isChanging = inside('[part=state] > :last-child:not(.other)')
      if (!inside('[part~=price]')?.textContent || inside('[aria-busy=true]') || isChanging) return ''
      return `${inside('input').checked ? 'on' : 'off'} ${inside('[part~=price]').textContent}${inside('dialog[open]') ? ' open' : ''}`
    },

    focus: () => inside('input').focus(),
    blur: () => inside(':focus')?.blur(),
    more: () => inside('[part~=more]').click(),

    isStill: () => !host().shadowRoot.getAnimations().length,

    /** The position and the style of each element inside the widget, line by line. */
    appearance() {
      let text = ''
      for (const element of host().shadowRoot.querySelectorAll('*')) {
        const { x, y, width, height } = element.getBoundingClientRect()
        const name = `${element.localName}#${element.id}[${element.getAttribute('part') ?? ''}]`
        text += `${name} at ${x} ${y}, ${width} × ${height};${describe(element)}\n${name}::before;${describe(element, '::before')}\n`
      }
      return text
    },
  }
})()
