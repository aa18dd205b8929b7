import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { build } from 'vite'
import { licences } from '../../vite/licences.ts'

const folder = mkdtempSync(join(tmpdir(), 'licences-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const packageOf = (name: string) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string; license: string }
const ofText = (name: string) => readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()

/** Builds a program that imports those packages, and reads what lies beside it. */
async function licencesOf(name: string, ...imports: string[]) {
  mkdirSync('.cache', { recursive: true })
  // In the project, where the packages are found.
  const entry = join(mkdtempSync('.cache/licences-'), `${name}.js`)
  writeFileSync(entry, imports.map((one, index) => `import * as part${index} from '${one}'\nconsole.log(part${index})`).join('\n'))
  try {
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [licences()],
      build: { outDir: join(folder, name), lib: { entry, formats: ['es'] } },
    })
  } finally {
    rmSync(dirname(entry), { recursive: true })
  }
  return readFileSync(join(folder, name, 'LICENSES.txt'), 'utf8')
}

describe('the licences beside a bundle', () => {
  test('name each package in it with its version and its text, also those that a package brings along, and no other', async () => {
    const text = await licencesOf('widget', 'lit', '@lit/task')

    for (const name of ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', '@lit/task']) {
      const { version, license } = packageOf(name)
      assert.ok(text.includes(`${name} ${version} (${license})`), name)
      assert.ok(text.includes(ofText(name)), `the text of ${name}`)
    }
    assert.ok(!text.includes('jose'))
  })

  test('hold the text that is kept here for a package that brings none', async () => {
    const text = await licencesOf('logger', 'abstract-logging')

    assert.match(text, /abstract-logging [\d.]+ \(MIT\)\n\nThe MIT License \(MIT\)\n\nCopyright \(c\) James Sumners/)
  })
})

const writers: { config: string; builds: number; written: Record<string, string[]> }[] = [
  { config: 'vite.config.ts', builds: 2, written: { 'dist/widgets/LICENSES.txt': ['lit', '@lit/task'], 'dist/widgets/protection.LICENSES.txt': ['lit'] } },
  { config: 'vite.proxy.config.ts', builds: 1, written: { 'dist/proxy/LICENSES.txt': ['fastify', 'pino', 'zod'] } },
  // Lit is the application's own there, and nothing else is in it.
  { config: 'vite.package.config.ts', builds: 1, written: { 'dist/package/LICENSES.txt': [] } },
]

for (const { config, builds, written } of writers)
  test(`every build of ${config} writes them, with the text of each package`, () => {
    assert.equal(readFileSync(config, 'utf8').split(/licences\((?:'[\w.]+')?\)/).length - 1, builds)
    // npm test builds first; a single test may run where nothing is built.
    for (const [file, packages] of Object.entries(written).filter(([file]) => existsSync(dirname(file)))) {
      const text = readFileSync(file, 'utf8')
      assert.equal(/^\S+ \d\S* \(/m.test(text), packages.length > 0, file)
      for (const name of packages) {
        const { version, license } = packageOf(name)
        assert.ok(text.includes(`${name} ${version} (${license})`), `${name} in ${file}`)
        assert.ok(text.includes(ofText(name)), `the text of ${name} in ${file}`)
      }
    }
  })

test('npm run sbom writes a CycloneDX list of what is shipped: what runs and what is bundled, with versions and licences, and nothing that only builds or tests', () => {
  const file = join(folder, 'sbom.cdx.json')
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/sbom.ts', file])

  const sbom = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string
    specVersion: string
    metadata: { component: { name: string; version: string } }
    components: { name: string; version: string; purl: string; licenses: unknown[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  assert.equal(sbom.bomFormat, 'CycloneDX')
  assert.match(sbom.specVersion, /^1\.\d$/)
  assert.equal(sbom.metadata.component.name, 'storefront-widgets')
  const names = sbom.components.map(({ name }) => name)
  for (const name of ['lit', '@lit/task', 'zod', 'pg', '@photostructure/sqlite', 'fastify', 'jose', 'pino']) assert.ok(names.includes(name), name)
  for (const name of ['eslint', 'typescript', 'playwright', 'vite', '@sparticuz/chromium']) assert.ok(!names.includes(name), name)
  for (const { name, version, purl, licenses } of sbom.components) {
    assert.match(purl, /^pkg:npm\//, name)
    assert.ok(version && licenses.length > 0, name)
  }
  const refs = new Set(sbom.dependencies.map(({ ref }) => ref))
  for (const { dependsOn } of sbom.dependencies) for (const ref of dependsOn) assert.ok(refs.has(ref), ref)
})
