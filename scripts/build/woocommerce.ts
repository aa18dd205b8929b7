// Packs the plugin for WooCommerce as merchants install it: dist/woocommerce/storefront-widgets.zip. The same sources make the same bytes.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync, type Zippable } from 'fflate'

const name = 'storefront-widgets'
/** The folder of the plugin. */
export const woocommerceFolder = fileURLToPath(new URL(`../../shops/woocommerce/${name}/`, import.meta.url))
/** The earliest time that a zip can hold: times of files differ between copies of the sources. */
const mtime = new Date(1980, 0, 1)

/** Packs the plugin. WordPress unpacks the one folder in it into its own folder of plugins. */
export function packWooCommerce(): Uint8Array {
  const files = readdirSync(woocommerceFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(woocommerceFolder, file)).isFile())
    .sort()
  const contents: Zippable = Object.fromEntries(files.map((file) => [`${name}/${file}`, new Uint8Array(readFileSync(join(woocommerceFolder, file)))]))
  return zipSync(contents, { level: 9, mtime })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../dist/woocommerce', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const zip = packWooCommerce()
  writeFileSync(join(folder, `${name}.zip`), zip)
  console.log(`dist/woocommerce/${name}.zip: ${Math.ceil(zip.length / 1024)} kB`)
}
