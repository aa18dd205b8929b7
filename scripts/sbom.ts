// Writes a CycloneDX list of the shipped packages, from the installed packages and without calling a server: npm run sbom [-- <file>]. Shipped are the
// dependencies of both npm packages, with their own, and the packages whose code the builds of the widgets and of the console contain.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

interface Component {
  'bom-ref': string
  name: string
  version: string
  scope?: string
}

interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const [file = 'dist/sbom.cdx.json'] = process.argv.slice(2)
type Manifest = Component & { dependencies: Record<string, string> }
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest
const { name, version, dependencies: ofWidgets } = read('package.json')
const dependencies = { ...ofWidgets, ...read('proxy/package.json').dependencies }

const bundles = ['dist/widgets/LICENSES.txt', 'dist/widgets/protection.LICENSES.txt', 'dist/package/LICENSES.txt', 'dist/console/LICENSES.txt']
const missing = bundles.filter((bundle) => !existsSync(bundle))
if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing: npm run build`)
/** The `name@version` of every package in a bundle, from the headings that Vite writes above its licence. */
const bundled = bundles.flatMap((bundle) => [...readFileSync(bundle, 'utf8').matchAll(/^## (\S+) - (\S+)/gm)].map(([, name, version]) => `${name}@${version}`))

const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=library', '--offline'], {
  encoding: 'utf8',
  // In production npm would leave out build-time packages, and with them packages that the bundles contain.
  env: { ...process.env, NODE_ENV: '' },
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
})
if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
const sbom = JSON.parse(stdout) as Sbom

const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
const root = sbom.metadata.component['bom-ref']
/** A separate package brings its dependencies along. Of a bundle only the packages in it are shipped. */
const shipped = new Set(bundled)
const bring = (ref: string): void => {
  const known = shipped.has(ref)
  shipped.add(ref)
  if (!known) (needs.get(ref) ?? []).forEach(bring)
}
const own = Object.keys(dependencies)
sbom.components.filter((one) => own.includes(one.name) && one.version === dependencies[one.name]).forEach((one) => bring(one['bom-ref']))

sbom.metadata.component = { ...sbom.metadata.component, name, version }
sbom.components = sbom.components.filter((one) => shipped.has(one['bom-ref'])).map((one) => ({ ...one, scope: 'required' }))
const kept = new Set([root, ...sbom.components.map((one) => one['bom-ref'])])
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: ref === root ? [...shipped].filter((one) => kept.has(one)) : dependsOn.filter((one) => kept.has(one)) }))
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${file}: ${sbom.components.length} packages`)
