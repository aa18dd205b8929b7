import type { Library } from './libraries.ts'

/**
 * Without polyfills and the version's public notice; without decorators at run time (`plainDecorators` has written them as lists), and so
 * without initializers and metadata; without options of properties that no widget has: reflection, defaults, converters, own comparisons; without
 * the hooks that none uses, and accessors of its own. What a widget looks like is a list of style sheets, each of them once.
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
    'ReactiveElement.addController': 'addController(controller) { (this.__controllers ??= new Set()).add(controller) }',
    'ReactiveElement.removeController': '',
    'ReactiveElement.__propertyToAttribute': '',
    defaultConverter: `{
      fromAttribute: (value, type) => (type === Boolean ? value !== null : type === Number && value !== null ? Number(value) : value),
    }`,
    defaultPropertyDeclaration: '{}',
    'ReactiveElement.createProperty': `static createProperty(name, options = defaultPropertyDeclaration) {
      this.elementProperties.set(name, options)
      defineProperty(this.prototype, name, this.getPropertyDescriptor(name, Symbol()))
    }`,
    'ReactiveElement.getPropertyDescriptor': `static getPropertyDescriptor(name, key) {
      return {
        get() {
          return this[key]
        },
        set(value) {
          const before = this[key]
          this[key] = value
          this.requestUpdate(name, before)
        },
      }
    }`,
    'ReactiveElement.getPropertyOptions': '',
    'ReactiveElement.finalizeStyles': 'static finalizeStyles(styles = []) { return styles }',
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
    'ReactiveElement.__saveInstanceProperties': `__saveInstanceProperties() {
      this.__instanceProperties = new Map()
      for (const name of this.constructor.elementProperties.keys())
        if (this.hasOwnProperty(name)) {
          this.__instanceProperties.set(name, this[name])
          delete this[name]
        }
    }`,
    'ReactiveElement.constructor': `constructor() {
      super()
      this.isUpdatePending = this.hasUpdated = false
      this.__initialize()
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
    'ReactiveElement.connectedCallback': `connectedCallback() {
      this.renderRoot ??= this.createRenderRoot()
      this.enableUpdating()
    }`,
    'ReactiveElement.enableUpdating': 'enableUpdating() {}',
    'ReactiveElement.disconnectedCallback': 'disconnectedCallback() {}',
    'ReactiveElement.attributeChangedCallback': 'attributeChangedCallback(name, _before, value) { this._$attributeToProperty(name, value) }',
    'ReactiveElement.__enqueueUpdate': `async __enqueueUpdate() {
      this.isUpdatePending = true
      try {
        await this.__updatePromise
      } catch (cause) {
        Promise.reject(cause)
      }
      this.performUpdate()
      return !this.isUpdatePending
    }`,
    'ReactiveElement.scheduleUpdate': '',
    'ReactiveElement.performUpdate': `performUpdate() {
      if (!this.isUpdatePending) return
      if (!this.hasUpdated) {
        this.renderRoot ??= this.createRenderRoot()
        for (const [name, value] of this.__instanceProperties) this[name] = value
      }
      const changed = this._$changedProperties
      try {
        this.willUpdate(changed)
        this.__controllers?.forEach((controller) => controller.hostUpdate?.())
        this.update(changed)
      } catch (cause) {
        this.__markUpdated()
        throw cause
      }
      this.__controllers?.forEach((controller) => controller.hostUpdated?.())
      this.hasUpdated = true
      this.updated(changed)
    }`,
    'ReactiveElement._$didUpdate': '',
    'ReactiveElement.updateComplete': 'get updateComplete() { return this.__updatePromise }',
    'ReactiveElement.getUpdateComplete': '',
    'ReactiveElement.shouldUpdate': '',
    'ReactiveElement.firstUpdated': '',
    'ReactiveElement.update': 'update() { this.__markUpdated() }',
  },
}
