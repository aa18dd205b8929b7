import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'licences-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const packageOf = (name: string) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string; license: string }
const ofText = (name: string) => readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()

/** The packages of a licence file, each with its text. */
const sectionsOf = (text: string) =>
  text
    .split(/^## (?=\S+ - \d)/m)
    .slice(1)
    .map((section) => {
      const [, heading, name, body] = /^((\S+) - .*)\n([^]*)$/.exec(section)!
      return { heading: heading!, name: name!, body: body!.trim() }
    })

const written: Record<string, string[]> = {
  'dist/widgets/LICENSES.txt': ['lit', 'lit-html', 'lit-element', '@lit/reactive-element'],
  'dist/widgets/protection.LICENSES.txt': ['lit', 'lit-html', 'lit-element', '@lit/reactive-element'],
  // The application brings Lit itself, and these files bundle no other package.
  'dist/package/LICENSES.txt': [],
}

for (const [file, packages] of Object.entries(written))
  test(`the build writes ${file}, with the text of each package whose code it bundles`, () => {
    assert.ok(existsSync(dirname(file)), 'Run npm run build first: npm test does so.')
    const sections = sectionsOf(readFileSync(file, 'utf8'))

    for (const name of packages) {
      const { version, license } = packageOf(name)
      const section = sections.find(({ heading }) => heading === `${name} - ${version} (${license})`)
      assert.equal(section?.body, ofText(name), name)
    }
    assert.deepEqual(sections.map(({ name }) => name).sort(), [...packages].sort())
    for (const { name, body } of sections) assert.ok(body, `${name} has no licence text`)
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
  for (const name of ['lit', 'zod', 'pg', '@awesome.me/webawesome', 'chart.js', '@floating-ui/dom', '@photostructure/sqlite', 'fastify', 'jose', 'pino'])
    assert.ok(names.includes(name), name)
  for (const name of ['@lit/task', 'eslint', 'typescript', 'playwright', 'vite', '@sparticuz/chromium']) assert.ok(!names.includes(name), name)
  for (const { name, version, purl, licenses } of sbom.components) {
    assert.match(purl, /^pkg:npm\//, name)
    assert.ok(version && licenses.length > 0, name)
  }
  const refs = new Set(sbom.dependencies.map(({ ref }) => ref))
  for (const { dependsOn } of sbom.dependencies) for (const ref of dependsOn) assert.ok(refs.has(ref), ref)
})
