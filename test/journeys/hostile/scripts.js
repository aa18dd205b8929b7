// What libraries of twenty years have done to pages that they treated as their own.
'use strict'

// Every for…in loop on the page sees these.
Object.prototype.extend = function () {}
Object.prototype.isEmpty = false
for (const name of ['remove', 'last', 'flatten', 'contains', 'each', 'clear', 'compact', 'invoke', 'pluck'])
  Array.prototype[name] ??= function () {
    throw new Error(`Array.prototype.${name}`)
  }
String.prototype.escapeHTML = function () {
  return 'escaped'
}

// As in Prototype.js up to 1.6: lists and dates turn into a JSON string.
Array.prototype.toJSON = function () {
  return `[${this.map((one) => JSON.stringify(one)).join(', ')}]`
}
Date.prototype.toJSON = function () {
  return `"${this.toISOString()}"`
}
Array.from = function (list) {
  const all = []
  for (let place = 0; place < (list.length || 0); place++) all.push(list[place])
  return all
}
Function.prototype.bind = function (self, ...first) {
  const bound = this
  return function (...rest) {
    return bound.apply(self, first.concat(rest))
  }
}

// As monitoring scripts do.
const { fetch, Promise: NativePromise, setTimeout } = window
window.fetch = function (...args) {
  return fetch.apply(this, args).then((answer) => {
    answer.clone().text()
    return answer
  })
}
window.Promise = class Promise extends NativePromise {}
const { stringify, parse } = JSON
JSON.stringify = (...args) => stringify.apply(JSON, args)
JSON.parse = (...args) => parse.apply(JSON, args)
window.setTimeout = (work, ...rest) => setTimeout(typeof work === 'function' ? (...args) => work(...args) : work, ...rest)
const { define } = CustomElementRegistry.prototype
CustomElementRegistry.prototype.define = function (name, element, options) {
  return define.call(this, name, element, options)
}
const { attachShadow } = Element.prototype
Element.prototype.attachShadow = function (options) {
  return attachShadow.call(this, options)
}
const { addEventListener } = EventTarget.prototype
EventTarget.prototype.addEventListener = function (type, listener, options) {
  return addEventListener.call(this, type, typeof listener === 'function' ? (event) => listener.call(this, event) : listener, options)
}

// As a theme that renders its sections again on events, once in the middle of what the shopper does.
const theme = window.trustedTypes?.createPolicy('theme', { createHTML: (html) => html }) ?? { createHTML: (html) => html }
document.addEventListener('DOMContentLoaded', () => {
  const main = document.querySelector('main')
  const html = main.innerHTML
  const render = () => {
    main.innerHTML = theme.createHTML(html)
    watch.rendered++
  }
  render()
  document.addEventListener('storefront-quoted', () => setTimeout(render), { once: true })
  document.addEventListener('change', () => setTimeout(render), { capture: true, once: true })
})
