import type { Plugin } from 'vite'

/**
 * Lets every file that is fetched later be asked for once more, under an address of its own: browsers remember that a module could
 * not be had, and a connection that was gone for a moment would cost a shopper what that file does until the page is loaded anew.
 */
export function askAgainForLazyFiles(): Plugin {
  return {
    name: 'ask-again-for-lazy-files',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replace(
            /\bimport\((["'`])(\.\/[\w./-]+\.js)\1\)/g,
            (call, _quote, path) => `${call}.catch(()=>import(\`${path}?\${Date.now()}\`))`,
          )
        }
      },
    },
  }
}
