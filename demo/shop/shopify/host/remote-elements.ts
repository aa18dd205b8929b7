import { createRemoteElement, RemoteEvent, RemoteRootElement, type RemoteElement } from '@remote-dom/core/elements'
import type { RemoteConnection } from '@remote-dom/core'
import { elementNames, eventNames, methodNames, propertyTypes } from './vocabulary.ts'

/** Whether a change comes from the page, so that it is not sent back there. */
let isFromPage = false

/** An event of the page. It brings the values that the shopper has changed, such as the text of a field. */
function dispatchFromPage(this: RemoteElement, type: string, changed: object | undefined) {
  isFromPage = true
  Object.assign(this, changed)
  isFromPage = false
  return new RemoteEvent(type, { bubbles: type === 'click', detail: changed })
}

/** Defines Shopify’s elements for a worker, and makes a body whose content is shown on the page of this connection. */
export function openBody({ mutate, call }: RemoteConnection): HTMLElement {
  const methods = Object.fromEntries(
    methodNames.map((name) => [
      name,
      function (this: RemoteElement, ...args: unknown[]) {
        return this.callRemoteMethod(name, ...args)
      },
    ]),
  )
  const events = Object.fromEntries(
    eventNames.map((name) => [
      name,
      {
        dispatchEvent(this: RemoteElement, changed: object | undefined) {
          return dispatchFromPage.call(this, name, changed)
        },
      },
    ]),
  )
  const properties = Object.fromEntries(Object.entries(propertyTypes).map(([name, type]) => [name, { type }]))
  for (const name of elementNames) {
    const element = createRemoteElement<Record<string, unknown>, object, object, Record<string, unknown>>({ properties, events })
    Object.assign(element.prototype as object, methods)
    customElements.define(name, element)
  }
  customElements.define('remote-root', RemoteRootElement)
  const body = document.createElement('remote-root') as RemoteRootElement
  body.connect({ call, mutate: (records) => (isFromPage ? undefined : mutate(records)) })
  return body
}
