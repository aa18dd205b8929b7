import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { isBuilt } from '../test/proxy-command.ts'

/** A script of package.json that `npm test` runs. */
export interface Step {
  script: string
  /** The arguments of the script. */
  given?: string[]
  /** Whether the script’s output ends with its own count. */
  counts?: true
  /** The engines of the step if ENGINES is not set. Missing engines are listed, and not counted. */
  engines?: 'all' | 'chromium'
  /** Whether the step may run no test, because the machine lacks what its tests need. The step says so. */
  mayBeMissing?: true
}

/**
 * Returns the steps that run these test files, each file with the runner of its kind. Journeys open the built widgets, so a build comes first if
 * the built widgets are older than their sources.
 */
export function stepsFor(files: string[]): Step[] {
  const kinds: Record<'node' | 'browser' | 'journeys' | 'wordpress', string[]> = { node: [], browser: [], journeys: [], wordpress: [] }
  for (const file of files) kinds[kindOf(file)].push(file)
  const { node, browser, journeys, wordpress } = kinds
  const steps: Step[] = []
  if (node.length) steps.push({ script: 'test:node', given: node, counts: true })
  if (browser.length) steps.push({ script: 'test:browser', given: ['--files', ...browser], counts: true })
  const built = isBuilt('dist/widgets/widgets.js', ['src']) && isBuilt('dist/extensions/thank-you.js', ['src', 'shops/shopify'])
  if ((journeys.length || wordpress.length) && !built) steps.push({ script: 'build' })
  if (journeys.length) steps.push({ script: 'test:journeys', given: journeys, counts: true })
  if (wordpress.length) steps.push({ script: 'test:wordpress', given: wordpress, counts: true, mayBeMissing: true })
  return steps
}

function kindOf(file: string) {
  const path = relative('', file).replaceAll('\\', '/')
  if (!existsSync(path)) throw new Error(`There is no file ${file}`)
  if (/^test\/journeys\/.*\.spec\.ts$/.test(path)) return 'journeys'
  if (/^test\/wordpress\/.*\.spec\.ts$/.test(path)) return 'wordpress'
  if (/^test\/.*\.test\.ts$/.test(path)) return path.startsWith('test/browser/') ? 'browser' : 'node'
  throw new Error(`${file} is not a test: name a file test/**/*.test.ts, test/journeys/*.spec.ts or test/wordpress/*.spec.ts`)
}
