/**
 * Imports a file, and imports it once more if that fails: the connection may have been lost briefly. Chromium refuses to fetch the same
 * address again (https://github.com/whatwg/html/pull/10327), so the second attempt adds a query to the address that the error names.
 */
export const retryImport = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: unknown) => {
    const [, address] = /module: (http\S+)/.exec(String(error)) ?? []
    return address ? (import(/* @vite-ignore */ `${address}?${Date.now()}`) as Promise<Module>) : load()
  })
