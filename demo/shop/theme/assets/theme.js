// What the theme offers to apps, as large themes do: where the shop's addresses begin, and news of the cart.
window.Shopify = { routes: { root: '/' } }

const listeners = {}

/** Calls `listener` with everything that is published under `event`; answers how to stop it. */
window.subscribe = (event, listener) => {
  ;(listeners[event] ??= new Set()).add(listener)
  return () => listeners[event].delete(listener)
}

/** Tells all who subscribed to `event`. */
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

/** Replaces the live parts that `section` renders. Only the newest answer is shown, and none that a change under way has overtaken. */
function refresh(section) {
  const question = ++newest
  return new Promise((resolve) => {
    // The browser parses the answer itself, so that no text becomes markup in a script and strict pages need no exception.
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

/** Renders the drawer anew while it is open. Apps that change the cart do so themselves, since it says by which section. */
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
  // Whoever has gone on meanwhile stays there.
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
    // What was opened stays open.
    for (const details of part.querySelectorAll('details')) details.open = byId(details.id)?.open ?? false
    if (shown && isInUse(shown)) skipped = true
    else if (shown && !shown.isEqualNode(part)) shown.replaceWith(document.adoptNode(part))
  }
  if (!(focused || line) || document.activeElement !== document.body) return
  // Whoever took out a line goes on at the next, or the one before.
  const heirs = [focused, ...lines.map(({ dataset }) => `remove-${dataset.key}`), 'cart-title']
  const heir = heirs.map(byId).find(Boolean)
  heir?.focus({ preventScroll: heir.id === focused })
  // What is typed next replaces the number, as it would have.
  if (heir?.type === 'number') heir.select()
}

/** Whether somebody is in the middle of typing, choosing or pressing a button there; either would be lost. */
function isInUse(part) {
  const input = document.activeElement
  const isTyping = part.contains(input) && (input.type === 'select-one' || (/^(number|text)$/.test(input.type) && input.value !== input.defaultValue))
  return isTyping || part.querySelector('button:active') !== null
}

// Parts that are waiting for something ask for themselves until they are not.
async function follow(pause) {
  const waiting = document.querySelector('[data-refresh]')
  if (!waiting) return
  await new Promise((resolve) => setTimeout(resolve, pause))
  if (document.visibilityState === 'visible') await refresh(waiting.dataset.refresh)
  void follow(Math.min(pause * 1.5, 5000))
}

// --- The cart ---

const wanted = new Map()

/** Sets the line of that form to what is wanted last, one request after another, and then shows the cart once. */
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

// Whoever else changes the cart, the totals follow.
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

// What was begun and not sent gives way to what is in the cart.
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

// Another tab may have changed the cart. Whoever comes back sees it as it is; where nothing has changed, nothing moves.
const comeBack = () => document.visibilityState === 'visible' && !writing && void refresh('cart-live')
addEventListener('focus', comeBack)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
document.addEventListener('visibilitychange', comeBack)

// What a shopper changes in the tracking widget, the words of the page follow.
document.addEventListener('storefront-tracked', () => byId('order-protection') && void refresh('order-news'))

void follow(700)
