// Builds the UI extensions for Shopify as Shopify's command line does, so that their size is known, and so that the demo and the tests run what shops get.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder of the extensions. */
export const extensionsFolder = join(root, 'shops/shopify/extensions')

/** Where an extension shows, and the module that renders it there. */
export interface Targeting {
  target: string
  module: string
}

/** The UI extensions by their handles. */
export function readExtensions(): Map<string, Targeting[]> {
  const found = new Map<string, Targeting[]>()
  for (const handle of readdirSync(extensionsFolder)) {
    const toml = readFileSync(join(extensionsFolder, handle, 'shopify.extension.toml'), 'utf8')
    const targets = [...toml.matchAll(/^\s*target = "(.+)"\n\s*module = "(.+)"$/gm)].map(([, target = '', module = '']) => ({ target, module }))
    if (targets.length) found.set(handle, targets)
  }
  return found
}

/** The options of Shopify's command line (3.94). */
export const extensionOptions = {
  bundle: true,
  minify: true,
  target: 'es6',
  jsx: 'automatic',
  legalComments: 'none',
  metafile: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Bundles an extension into one file for all its targets. */
export const bundleExtension = (handle: string, targets: readonly Targeting[], outfile: string) =>
  build({
    ...extensionOptions,
    stdin: {
      contents: targets
        .map(({ target, module }, index) => `import Target_${index} from '${module}';shopify.extend('${target}', (...args) => Target_${index}(...args));`)
        .join('\n'),
      resolveDir: join(extensionsFolder, handle),
      loader: 'tsx',
    },
    outfile,
  })

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [handle, targets] of readExtensions()) await bundleExtension(handle, targets, join(root, `dist/extensions/${handle}.js`))
