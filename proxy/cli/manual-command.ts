import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { invocation } from './io/invocation.ts'
import { note, openScreen } from './io/screen.ts'

/** Runs `manual`, and sets the exit code. */
export const runManualCommand = (description: string, words: string[]) =>
  runCommand({ name: 'manual', description, words }, (command) =>
    command
      .argument('[name]', 'page or file to print, such as "runbook" or "alerts.yaml"; absent: all are listed')
      .option('--write <folder>', 'write all pages and files into a folder, in which no file is replaced')
      .action(async (name: string | undefined, { write }: { write?: string }) => {
        const folder = findManual()
        if (write !== undefined) writeAll(folder, write)
        else if (name === undefined) await list(folder)
        else invocation().stdout.write(readFileSync(find(folder, name), 'utf8'))
      }),
  )

/** The folder of the manual: the built program has it beside its files; the sources take it from the folder of the build. */
function findManual(): string {
  const found = ['./manual', '../dist/manual'].map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((folder) => existsSync(folder))
  if (found === undefined) throw new Stop('refused', ['There is no manual, because this proxy is not built: npm run build:proxy'])
  return found
}

/** The paths of all pages, and then of all files for an operator to install. */
const pathsIn = (folder: string) => [
  ...readdirSync(folder).filter((name) => name.endsWith('.md')).sort(), // prettier-ignore
  ...readdirSync(join(folder, 'deploy')).sort().map((name) => `deploy/${name}`), // prettier-ignore
]

function find(folder: string, name: string): string {
  const found = pathsIn(folder).find((path) => [path, basename(path), basename(path, '.md')].includes(name))
  if (found === undefined) throw new Stop('misused', [`The manual has no "${name}". See them all: storefront-proxy manual`])
  return join(folder, found)
}

/** Prints what there is, each with its first sentence. */
async function list(folder: string) {
  const entries = pathsIn(folder).map((path) => ({ name: basename(path, '.md'), about: aboutOf(path, readFileSync(join(folder, path), 'utf8')) }))
  const longest = Math.max(...entries.map(({ name }) => name.length))
  await openScreen().print(...entries.map(({ name, about }) => `${name.padEnd(longest)}  ${about}`))
  note('Print one: storefront-proxy manual NAME. Write all: storefront-proxy manual --write FOLDER')
}

/** The heading of a page, the title of the dashboard, or the first sentence of the comment at the beginning of a file. */
function aboutOf(path: string, text: string): string {
  if (path.endsWith('.json')) return `${(JSON.parse(text) as { title: string }).title}: a dashboard for Grafana`
  const [, first = ''] = /^# (?!syntax=)(.*)$/m.exec(text) ?? []
  return first.split(/[.:](?= |$)/)[0]!
}

function writeAll(folder: string, into: string) {
  const paths = pathsIn(folder)
  const there = paths.filter((path) => existsSync(join(into, path)))
  if (there.length > 0) throw new Stop('refused', [`${there.join(', ')} exists in ${into}: name a new folder. Nothing was written.`])
  for (const path of paths) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    copyFileSync(join(folder, path), join(into, path))
  }
  note(`${paths.length} files are in ${into}.`)
}
