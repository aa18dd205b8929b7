// The blocks of Storefront widgets in the block editor: a placeholder, because the element needs the page of the shop.
;(({ blocks, element, blockEditor, components }) => {
  for (const { name, title, description, icon } of window.storefrontBlocks ?? []) {
    blocks.registerBlockType(`storefront-widgets/${name}`, {
      apiVersion: 3,
      title,
      description,
      icon,
      category: 'woocommerce',
      supports: { html: false, multiple: name !== 'protection' },
      edit: () =>
        element.createElement(
          'div',
          blockEditor.useBlockProps(),
          element.createElement(components.Placeholder, { icon, label: title, instructions: description }),
        ),
      save: () => null,
    })
  }
})(window.wp)
