import type { Library } from './libraries.ts'

/** Every browser that the widgets are built for adopts style sheets, and no sheet has holes (`templates.ts` sees to it). */
export const cssTag: Library = {
  hash: '7dbc31f12e919262',
  instead: {
    supportsAdoptingStyleSheets: 'true',
    cssTagCache: 'undefined',
    constructionToken: 'undefined',
    adoptStyles: `(root, styles) => {
      root.adoptedStyleSheets = styles.map(({ styleSheet }) => styleSheet)
    }`,
    css: `(strings) => {
      const styleSheet = new CSSStyleSheet()
      styleSheet.replaceSync(strings[0])
      return { styleSheet }
    }`,
  },
}
