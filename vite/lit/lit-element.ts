import type { Library } from './libraries.ts'

/** Without hydration, polyfills and the version's public notice; only asynchronous directives hear of connections. */
export const litElement: Library = {
  hash: 'b71eaa43d6ab3f9f',
  instead: {
    DEV_MODE: 'false',
    polyfillSupport: 'undefined',
    'global.litElementHydrateSupport?.({ LitElement });': '',
    "(global.litElementVersions ??= []).push('4.2.2');": '',
    'LitElement.connectedCallback': '',
    'LitElement.disconnectedCallback': '',
  },
}
