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
}

/**
 * Returns the steps that run these test files, each file with the runner of its kind. Journeys open the built widgets, so a build comes first if
 * the built widgets are older than their sources.
 */
export function stepsFor(files: string[]): Step[] {
  const kinds: Record<'node' | 'browser' | 'journeys', string[]> = { node: [], browser: [], journeys: [] }
  for (const file of files) kinds[kindOf(file)].push(file)
  const { node, browser, journeys } = kinds
  const steps: Step[] = []
  if (node.length) steps.push({ script: 'test:node', given: node, counts: true })
  if (browser.length) steps.push({ script: 'test:browser', given: ['--files', ...browser], counts: true })
  if (journeys.length && !isBuilt('dist/widgets/widgets.js', ['src'])) steps.push({ script: 'build' })
  if (journeys.length) steps.push({ script: 'test:journeys', given: journeys, counts: true })
  return steps
}

function kindOf(file: string) {
  const path = relative('', file).replaceAll('\\', '/')
  if (!existsSync(path)) throw new Error(`There is no file ${file}`)
  if (/^test\/journeys\/.*\.spec\.ts$/.test(path)) return 'journeys'
  if (/^test\/.*\.test\.ts$/.test(path)) return path.startsWith('test/browser/') ? 'browser' : 'node'
  throw new Error(`${file} is not a test: name a file test/**/*.test.ts or test/journeys/*.spec.ts`)
}
