// The interface that the theme offers to apps, as large themes do: the base of the shop’s addresses, and events of the cart.
window.Shopify = { ...window.Shopify, routes: { root: '/' } }

const listeners = {}

/** Calls `listener` with everything that is published under `event`; returns a function that unsubscribes. */
window.subscribe = (event, listener) => {
  ;(listeners[event] ??= new Set()).add(listener)
  return () => listeners[event].delete(listener)
}

/** Notifies all subscribers of `event`. */
window.publish = (event, news) => Promise.all([...(listeners[event] ?? [])].map((listener) => listener(news)))

const source = 'kiln-and-paper'
const byId = (id) => document.getElementById(id)

let silence
const say = (words) => {
  clearTimeout(silence)
  const news = document.createElement('span')
  news.textContent = words
  byId('toast').replaceChildren(news)
  silence = setTimeout(() => byId('toast').replaceChildren(), 4000)
}

async function post(url, body) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, init).catch(() => undefined)
  if (!response) throw new Error('The shop cannot be reached. Try again in a moment.')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.description)
  return answer
}

// --- Parts of the page that are rendered anew ---

let newest = 0
let writing = false
let skipped = false

/** Replaces the live parts that `section` renders. Shows only the newest response, and none while a change of the cart is under way. */
function refresh(section) {
  const question = ++newest
  return new Promise((resolve) => {
    // The browser itself parses the response, so no script turns text into markup and strict pages need no exception.
    const request = new XMLHttpRequest()
    const url = new URL(location.href)
    url.searchParams.set('section_id', section)
    request.open('GET', url)
    request.responseType = 'document'
    request.onloadend = () => {
      if (question === newest && !writing && request.status === 200 && request.response) replaceLive(request.response)
      resolve()
    }
    request.send()
  })
}

/** Renders the drawer anew while it is open. Apps that change the cart render the drawer themselves, because its markup names its section. */
function refreshDrawer() {
  const drawer = byId('drawer')
  if (!drawer.open) return Promise.resolve()
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/cart?section_id=cart-drawer')
    request.responseType = 'document'
    request.onloadend = () => {
      const fresh = request.status === 200 && request.response?.querySelector('[data-storefront-section]')
      const focused = drawer.contains(document.activeElement) && document.activeElement.id
      if (fresh) drawer.replaceChildren(document.adoptNode(fresh))
      if (focused) byId(focused)?.focus()
      resolve()
    }
    request.send()
  })
}

async function openDrawer() {
  byId('drawer').showModal()
  byId('drawer-title')?.focus()
  await refreshDrawer()
  // If the shopper has moved the focus meanwhile, the focus stays there.
  if (!byId('drawer').querySelector(':focus')) byId('drawer-title')?.focus()
}

byId('peek').addEventListener('click', openDrawer)
byId('drawer').addEventListener('click', ({ target, currentTarget }) => {
  if (target === currentTarget || target.closest('[data-close]')) currentTarget.close()
})

function replaceLive(rendered) {
  const focused = document.activeElement?.id
  const line = document.activeElement?.closest('[data-key]')
  const lines = [line, line?.nextElementSibling, line?.previousElementSibling].filter(Boolean)
  for (const part of rendered.querySelectorAll('[data-live]')) {
    const shown = byId(part.id)
    // Opened details stay open.
    for (const details of part.querySelectorAll('details')) details.open = byId(details.id)?.open ?? false
    if (shown && isInUse(shown)) skipped = true
    else if (shown && !shown.isEqualNode(part)) shown.replaceWith(document.adoptNode(part))
  }
  if (!(focused || line) || document.activeElement !== document.body) return
  // After a line is removed, the focus moves to the next line, or to the one before.
  const heirs = [focused, ...lines.map(({ dataset }) => `remove-${dataset.key}`), 'cart-title']
  const heir = heirs.map(byId).find(Boolean)
  heir?.focus({ preventScroll: heir.id === focused })
  // Selects the number, so that typing replaces it as before.
  if (heir?.type === 'number') heir.select()
}

/** Returns whether the shopper is typing, choosing or pressing a button in this part. Replacing the part would lose that. */
function isInUse(part) {
  const input = document.activeElement
  const isTyping = part.contains(input) && (input.type === 'select-one' || (/^(number|text)$/.test(input.type) && input.value !== input.defaultValue))
  return isTyping || part.querySelector('button:active') !== null
}

// Renders parts that wait for something again and again, until they wait no longer.
async function follow(pause) {
  const waiting = document.querySelector('[data-refresh]')
  if (!waiting) return
  await new Promise((resolve) => setTimeout(resolve, pause))
  if (document.visibilityState === 'visible') await refresh(waiting.dataset.refresh)
  void follow(Math.min(pause * 1.5, 5000))
}

// --- The cart ---

const wanted = new Map()

/** Sets the line of that form to its last wanted quantity, one request after another, and then renders the cart once. */
async function setLine(form, quantity) {
  const title = form.dataset.change
  form.elements.quantity.defaultValue = form.elements.quantity.value
  wanted.set(form.elements.id.value, quantity)
  if (writing) return
  writing = true
  byId('cart-totals')?.setAttribute('aria-busy', 'true')
  let cartData
  let words = `${title}: ${quantity === 0 ? 'removed' : quantity}`
  while (wanted.size > 0) {
    const [[line, count]] = wanted
    wanted.delete(line)
    try {
      cartData = await post('/cart/change.js', { id: line, quantity: count })
    } catch (error) {
      words = error.message
    }
  }
  writing = false
  await Promise.all([refresh('cart-live'), refreshDrawer()])
  byId('cart-totals')?.removeAttribute('aria-busy')
  say(words)
  if (cartData) void window.publish('cart-update', { source, cartData })
}

// When another app changes the cart, the totals follow.
window.subscribe('cart-update', (news) => {
  if (news.source !== source && !writing && byId('cart-count')) return refresh('cart-live')
})

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-step]')
  if (!button) return
  const input = button.form.elements.quantity
  const quantity = Math.min(99, Math.max(0, Number(input.value) + Number(button.dataset.step)))
  input.value = quantity
  void setLine(button.form, quantity)
})

document.addEventListener('change', ({ target }) => {
  const form = target.form
  if (!form?.dataset.change || !target.checkValidity() || target.value === '') return
  void setLine(form, Number(target.value))
})

// An entry that was not sent is replaced by the quantity in the cart.
document.addEventListener('focusout', ({ target }) => {
  if (!target.form?.dataset.change || (!skipped && target.value === target.defaultValue)) return
  skipped = false
  void refresh('cart-live')
})

document.addEventListener('submit', (event) => {
  const { add, change } = event.target.dataset
  const { id, quantity } = event.target.elements
  if (change !== undefined) {
    event.preventDefault()
    void setLine(event.target, Number(quantity.value))
  }
  if (add !== undefined) {
    event.preventDefault()
    void addToCart(Number(id.value), Number(quantity.value), add)
  }
})

async function addToCart(id, quantity, title) {
  try {
    await post('/cart/add.js', { items: [{ id, quantity }] })
    await refresh('cart-live')
    const cartData = await (await fetch('/cart.js')).json()
    void window.publish('cart-update', { source, cartData })
    say(`${title} is in your cart`)
  } catch (error) {
    say(error.message)
  }
}

// Another tab may have changed the cart. On return the page shows the present cart; without a change nothing moves.
const comeBack = () => document.visibilityState === 'visible' && !writing && void refresh('cart-live')
addEventListener('focus', comeBack)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
document.addEventListener('visibilitychange', comeBack)

// After a change in the tracking widget, the page’s own words follow.
document.addEventListener('storefront-tracked', () => byId('order-protection') && void refresh('order-news'))

void follow(700)
