// Checks both npm packages as users get them, packed: publint for their manifests and files, are-the-types-wrong for the types of the widgets.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packPackages } from './build/pack.ts'

/** What holds for every package of ES modules with subpaths: neither CommonJS nor the resolution of Node 10 can import it. */
const isExpected = (problem: Problem) =>
  problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind))

/** The script tag and data, which have no types. */
const untyped = ['./widgets.js', './package.json', './custom-elements.json']

const folder = mkdtempSync(join(tmpdir(), 'packages-'))
try {
  const { widgets, proxy } = packPackages(folder)
  const faults: string[] = []
  for (const tarball of [widgets, proxy]) {
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } })
    faults.push(...messages.filter(({ type }) => type !== 'suggestion').map((message) => `${String(pkg.name)}: ${String(formatMessage(message, pkg))}`))
  }
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(widgets))), { excludeEntrypoints: untyped })
  if (!analysis.types) faults.push('storefront-widgets: contains no types')
  else faults.push(...analysis.problems.filter((problem) => !isExpected(problem)).map((problem) => `storefront-widgets: ${JSON.stringify(problem)}`))
  console.log(faults.join('\n') || 'storefront-widgets, storefront-proxy: publint and are-the-types-wrong find nothing')
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
