// Checks the plugin for WooCommerce as merchants install it: the zip, its header, its readme, its languages, and its PHP.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { packWooCommerce, woocommerceFolder } from './build/woocommerce.ts'
import { phpFaults } from './build/php/check-php.ts'
import { languageFaults } from './build/woocommerce-languages.ts'

const faults: string[] = []
const expect = (holds: boolean, fault: string) => holds || faults.push(fault)
const zip = packWooCommerce()
const unzipped = unzipSync(zip)
const packed = Object.keys(unzipped)
const text = (file: string) => readFileSync(join(woocommerceFolder, file), 'utf8')
const header = (file: string, field: string) => new RegExp(`^[ *]*${field}: *(.+)$`, 'm').exec(text(file))?.[1]?.trim()
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

expect(Buffer.compare(zip, packWooCommerce()) === 0, 'the zip has other bytes each time')
expect(
  packed.every((file) => file.startsWith('storefront-widgets/')),
  'the zip holds something beside its one folder',
)
for (const file of ['storefront-widgets.php', 'uninstall.php', 'readme.txt']) expect(packed.includes(`storefront-widgets/${file}`), `the zip lacks ${file}`)
expect(header('storefront-widgets.php', 'Version') === version, `the plugin is not version ${version}`)
expect(text('storefront-widgets.php').includes(`STOREFRONT_VERSION = '${version}'`), `STOREFRONT_VERSION is not ${version}`)
expect(header('readme.txt', 'Stable tag') === version, `the stable tag of readme.txt is not ${version}`)
for (const field of ['Requires at least', 'Requires PHP'])
  expect(header('readme.txt', field) === header('storefront-widgets.php', field), `readme.txt and the plugin differ in "${field}"`)
expect((text('readme.txt').split('\n').find((line, index) => index > 0 && line !== '' && !/^[\w ]+:/.test(line))?.length ?? 999) <= 150, 'the short description in readme.txt is longer than 150 characters') // prettier-ignore
for (const section of ['Description', 'Installation', 'Changelog']) expect(text('readme.txt').includes(`== ${section} ==`), `readme.txt lacks "${section}"`)
faults.push(...(await languageFaults()))
faults.push(
  ...(await phpFaults(Object.fromEntries(packed.filter((file) => file.endsWith('.php')).map((file) => [file, Buffer.from(unzipped[file]!).toString()])))),
)

console.log(faults.join('\n') || `the plugin for WooCommerce: ${packed.length} files, ${Math.ceil(zip.length / 1024)} kB, the same bytes each time`)
process.exitCode = faults.length > 0 ? 1 : 0
