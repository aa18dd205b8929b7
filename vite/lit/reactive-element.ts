import type { Library } from './libraries.ts'

/**
 * Without polyfills and the version's public notice; without decorators at run time (`plainDecorators` has written them as lists), and so
 * without initializers and metadata; without options of properties that no widget has: reflection, defaults, converters, own comparisons.
 */
export const reactiveElement: Library = {
  hash: '5ca26173ba1993eb',
  instead: {
    DEV_MODE: 'false',
    polyfillSupport: 'undefined',
    "(global.reactiveElementVersions ??= []).push('2.1.2');": '',
    "Symbol.metadata ??= Symbol('metadata');": '',
    'global.litPropertyMetadata ??= new WeakMap();': '',
    'ReactiveElement.addInitializer': '',
    'ReactiveElement.removeController': '',
    'ReactiveElement.__propertyToAttribute': '',
    defaultConverter: `{
      fromAttribute: (value, type) => (type === Boolean ? value !== null : type === Number && value !== null ? Number(value) : value),
    }`,
    defaultPropertyDeclaration: '{}',
    'ReactiveElement.createProperty': `static createProperty(name, options = defaultPropertyDeclaration) {
      this.elementProperties.set(name, options)
      defineProperty(this.prototype, name, this.getPropertyDescriptor(name, Symbol(), options))
    }`,
    'ReactiveElement.__prepare': `static __prepare() {
      if (this.hasOwnProperty('elementProperties')) return
      const superCtor = getPrototypeOf(this)
      superCtor.finalize()
      this.elementProperties = new Map(superCtor.elementProperties)
    }`,
    'ReactiveElement.finalize': `static finalize() {
      if (this.hasOwnProperty('finalized')) return
      this.finalized = true
      this.__prepare()
      if (this.hasOwnProperty('properties')) for (const name in this.properties) this.createProperty(name, this.properties[name])
      this.__attributeToPropertyMap = new Map()
      for (const [name, options] of this.elementProperties) {
        const attribute = this.__attributeNameForProperty(name, options)
        if (attribute !== undefined) this.__attributeToPropertyMap.set(attribute, name)
      }
      this.elementStyles = this.finalizeStyles(this.styles)
    }`,
    'ReactiveElement.__initialize': `__initialize() {
      this.__updatePromise = new Promise((resolve) => (this.enableUpdating = resolve))
      this._$changedProperties = new Map()
      this.__saveInstanceProperties()
      this.requestUpdate()
    }`,
    'ReactiveElement._$attributeToProperty': `_$attributeToProperty(attribute, value) {
      const name = this.constructor.__attributeToPropertyMap.get(attribute)
      this[name] = defaultConverter.fromAttribute(value, this.constructor.elementProperties.get(name).type)
    }`,
    'ReactiveElement.requestUpdate': `requestUpdate(name, oldValue) {
      if (name !== undefined) {
        if (is(this[name], oldValue)) return
        this._$changeProperty(name, oldValue)
      }
      if (!this.isUpdatePending) this.__updatePromise = this.__enqueueUpdate()
    }`,
    'ReactiveElement._$changeProperty': `_$changeProperty(name, oldValue) {
      if (!this._$changedProperties.has(name)) this._$changedProperties.set(name, this.hasUpdated ? oldValue : undefined)
    }`,
    'ReactiveElement.update': 'update() { this.__markUpdated() }',
  },
}
