/** Replaces the paths of sources by those of the files that the package contains, and removes what is private to an element. */
const asShipped = {
  name: 'as-shipped',
  packageLinkPhase({ customElementsManifest }) {
    const shipped = (path) => path.replace(/^\/?src\/(\w+)\/define\.ts$/, 'dist/package/$1/define.js').replace(/^\/?src\/(\w+)\/\1\.ts$/, 'dist/package/$1.js')
    customElementsManifest.modules = customElementsManifest.modules.filter(({ path }) => shipped(path) !== path)
    for (const module of customElementsManifest.modules) {
      module.path = shipped(module.path)
      for (const { declaration } of module.exports ?? []) if (declaration?.module) declaration.module = shipped(declaration.module)
      module.declarations = module.declarations.filter(({ customElement }) => customElement)
      module.exports = module.exports.filter(({ kind, name }) => kind === 'custom-element-definition' || module.declarations.some((one) => one.name === name))
      for (const one of module.declarations) {
        one.members = one.members?.filter(({ privacy, name, static: isStatic }) => !isStatic && privacy !== 'private' && !name.startsWith('#'))
        // The life cycle of Lit and of form elements is no interface of the element.
        one.members = one.members?.filter(
          ({ kind, name }) =>
            kind !== 'method' || !/^(connectedCallback|disconnectedCallback|form\w+Callback|willUpdate|updated|firstUpdated|render)$/.test(name),
        )
        // The analyzer gives the attribute the description of the static property with the same name; the element's own property is right.
        for (const attribute of one.attributes ?? []) {
          const own = one.members?.find(({ name }) => name === attribute.fieldName)
          if (own?.description) Object.assign(attribute, { description: own.description, type: own.type ?? attribute.type })
        }
        const fields = new Map(one.attributes?.map(({ name, fieldName }) => [fieldName, name]))
        for (const member of one.members ?? []) if (fields.has(member.name)) member.attribute ??= fields.get(member.name)
        one.events = one.events?.filter(({ description }) => description)
      }
    }
  },
}

export default {
  globs: ['src/{protection,loyalty,tracking}/{protection,loyalty,tracking,define}.ts'],
  outdir: 'dist/package',
  litelement: true,
  quiet: true,
  plugins: [asShipped],
}
