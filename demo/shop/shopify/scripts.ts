import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The scripts of Shopify’s pages: the page itself, the frame of the workers, and a worker. */
export const scriptNames = ['host', 'sandbox', 'worker'] as const

/** Bundles the scripts, once, when the first page needs them. */
export function createScripts(): (name: (typeof scriptNames)[number]) => Promise<string> {
  let bundled: Promise<Map<string, string>> | undefined
  return async (name) => {
    bundled ??= bundle()
    return (await bundled).get(name)!
  }
}

async function bundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: scriptNames.map((name) => ({ in: fileURLToPath(new URL(`host/${name}.entry.ts`, import.meta.url)), out: name })),
    outdir: '/',
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
  })
  return new Map(outputFiles.map(({ path, text }) => [/(\w+)\.js$/.exec(path)![1]!, text]))
}
