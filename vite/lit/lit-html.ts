import type { Library } from './libraries.ts'

/**
 * Without polyfills, hooks for sanitizers and the version's public notice; without directives and what tells them that they are connected; listeners are functions;
 * and without the scanner, which has done its work in the build (see `templates.ts`): a template has no holes but comments, \`<?>\`, for children, and
 * a list of the bound names in the attribute \`$\` of an element; its values follow in a call of their own.
 */
export const litHtml: Library = {
  hash: 'b53aabf22d7677dc',
  instead: {
    DEV_MODE: 'false',
    ENABLE_EXTRA_SECURITY_HOOKS: 'false',
    ENABLE_SHADYDOM_NOPATCH: 'false',
    polyfillSupport: 'undefined',
    "(global.litHtmlVersions ??= []).push('3.3.3');": '',
    // A page may hold two copies of this, of which only the first may make the policy; whoever can take it from there runs scripts already.
    policy: `trustedTypes && (trustedTypes.storefront ??= trustedTypes.createPolicy('lit-html', { createHTML: (html) => html }))`,
    marker: 'undefined',
    markerMatch: 'undefined',
    nodeMarker: 'undefined',
    tagEndRegex: 'undefined',
    getTemplateHtml: 'undefined',
    tag: `(type) => (strings) => (...values) => ({ ['_$litType$']: type, strings, values })`,
    'Template.constructor': `constructor({ strings }) {
      this.parts = []
      this.el = Template.createElement(trustFromTemplateString(strings, strings[0]))
      walker.currentNode = this.el.content
      let node
      for (let index = 0; (node = walker.nextNode()); index++) {
        if (node.data) this.parts.push({ index })
        if (node.nodeType === 1) {
          for (const bound of node.getAttribute('$')?.split(' ') ?? []) {
            const kind = '.?@'.indexOf(bound[0]) + 1
            this.parts.push({ index, name: kind ? bound.slice(1) : bound, ctor: [AttributePart, PropertyPart, BooleanAttributePart, EventPart][kind] })
          }
          node.removeAttribute('$')
        }
      }
    }`,
    resolveDirective: 'const resolveDirective = (_part, value) => value',
    'TemplateInstance.constructor': `constructor(template) {
      this._$parts = []
      this._$template = template
    }`,
    'TemplateInstance.parentNode': '',
    'TemplateInstance._$isConnected': '',
    'TemplateInstance._clone': `_clone(options) {
      const { el, parts } = this._$template
      const fragment = (options.creationScope ?? d).importNode(el.content, true)
      walker.currentNode = fragment
      let at = -1
      let node
      for (const { index, name, ctor } of parts) {
        for (; at < index; at++) node = walker.nextNode()
        this._$parts.push(ctor ? new ctor(node, name, options) : new ChildPart(node, node.nextSibling, this, options))
      }
      // No tree is held on to.
      walker.currentNode = d
      return fragment
    }`,
    'TemplateInstance._update': `_update(values) {
      this._$parts.forEach((part, index) => part._$setValue(values[index]))
    }`,
    'ChildPart.constructor': `constructor(startNode, endNode, _parent, options) {
      this._$committedValue = nothing
      this._$startNode = startNode
      this._$endNode = endNode
      this.options = options
    }`,
    'ChildPart.parentNode': '',
    'ChildPart.startNode': '',
    'ChildPart.endNode': '',
    'ChildPart._$isConnected': '',
    'ChildPart.setConnected': '',
    'ChildPart._$clear': `_$clear(start = this._$startNode.nextSibling) {
      while (start !== this._$endNode) {
        const next = start.nextSibling
        start.remove()
        start = next
      }
    }`,
    'ChildPart._commitTemplateResult': `_commitTemplateResult(result) {
      const template = this._$getTemplate(result)
      if (this._$committedValue?._$template === template) this._$committedValue._update(result.values)
      else {
        const instance = new TemplateInstance(template)
        const fragment = instance._clone(this.options)
        instance._update(result.values)
        this._commitNode(fragment)
        this._$committedValue = instance
      }
    }`,
    'AttributePart.tagName': '',
    'AttributePart._$isConnected': '',
    'AttributePart.constructor': `constructor(element, name, options) {
      this._$committedValue = nothing
      this.element = element
      this.name = name
      this.options = options
    }`,
    'AttributePart._$setValue': `_$setValue(value) {
      if (!isPrimitive(value) || value !== this._$committedValue) this._commitValue((this._$committedValue = value))
    }`,
    'PropertyPart.constructor': '',
    'BooleanAttributePart.constructor': '',
    'EventPart.constructor': '',
    'EventPart._$setValue': `_$setValue(listener) {
      listener ??= nothing
      const before = this._$committedValue
      if (before !== nothing && listener === nothing) this.element.removeEventListener(this.name, this)
      if (before === nothing && listener !== nothing) this.element.addEventListener(this.name, this)
      this._$committedValue = listener
    }`,
    'EventPart.handleEvent': `handleEvent(event) {
      this._$committedValue.call(this.options.host, event)
    }`,
  },
}
