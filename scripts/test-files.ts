import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { isBuilt } from '../test/proxy-command.ts'

/** A script of package.json that `npm test` runs. */
export interface Step {
  script: string
  /** What the script is given on its command line. */
  given?: string[]
  /** Whether its output ends with a count of its own. */
  counts?: true
  /** The browser engines it runs in, where ENGINES does not say; those that this machine lacks are named, and not counted. */
  engines?: 'all' | 'chromium'
}

/** The steps that run these test files, each file by the runner of its kind. Journeys open the built widgets, so these are built first where they are older than their sources. */
export function stepsFor(files: string[]): Step[] {
  const kinds: Record<'node' | 'browser' | 'journeys', string[]> = { node: [], browser: [], journeys: [] }
  for (const file of files) kinds[kindOf(file)].push(file)
  const { node, browser, journeys } = kinds
  const steps: Step[] = []
  if (node.length) steps.push({ script: 'test:node', given: node, counts: true })
  if (browser.length) steps.push({ script: 'test:browser', given: ['--files', ...browser], counts: true })
  if (journeys.length && !isBuilt('widgets/widgets.js', ['src'])) steps.push({ script: 'build' })
  if (journeys.length) steps.push({ script: 'test:journeys', given: journeys, counts: true })
  return steps
}

function kindOf(file: string) {
  const path = relative('', file).replaceAll('\\', '/')
  if (!existsSync(path)) throw new Error(`There is no file ${file}`)
  if (/^test\/journeys\/.*\.spec\.ts$/.test(path)) return 'journeys'
  if (/^test\/.*\.test\.ts$/.test(path)) return path.startsWith('test/browser/') ? 'browser' : 'node'
  throw new Error(`${file} is no test: name a file test/**/*.test.ts or test/journeys/*.spec.ts`)
}
