import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadPHPRuntime, PHP, type PHPLoaderModule } from '@php-wasm/universal'

/** The oldest and the newest version of PHP that the plugin supports. Both are WordPress's own builds, from npm. */
const versions = {
  '7.4': () => import('@php-wasm/node-7-4'),
  '8.5': () => import('@php-wasm/node-8-5'),
}

/** The names that the plugin takes from others. The tests in WordPress check that each exists there. */
export interface PlatformNames {
  functions: string[]
  classes: string[]
  /** Names that only some shops have: the plugin checks before it uses them. */
  optional: string[]
}

export const platformNames = JSON.parse(readFileSync(join(import.meta.dirname, 'platform-names.json'), 'utf8')) as PlatformNames

interface Report {
  faults: string[]
  /** Where each name that neither PHP nor the plugin declares is used last. */
  foreign: Record<'functions' | 'classes', Record<string, string>>
}

/** Resolves to what the oldest or the newest PHP does not accept in these files, and to the names that do not exist, each with its file and line. */
export async function phpFaults(sources: Record<string, string>): Promise<string[]> {
  const faults: string[] = []
  const used = new Set<string>()
  for (const [version, load] of Object.entries(versions)) {
    const { faults: found, foreign } = await readNames(await load(), sources)
    faults.push(...found.map((fault) => `PHP ${version}: ${fault}`))
    for (const kind of ['functions', 'classes'] as const)
      for (const [name, where] of Object.entries(foreign[kind])) {
        used.add(name)
        if (![...platformNames[kind], ...platformNames.optional].includes(name))
          faults.push(
            `PHP ${version}: ${where}: ${name} is neither of PHP nor of the plugin; if WordPress or WooCommerce has it, add it to platform-names.json`,
          )
      }
  }
  const { functions, classes, optional } = platformNames
  for (const name of [...functions, ...classes, ...optional]) if (!used.has(name)) faults.push(`platform-names.json: the plugin does not use ${name}`)
  return faults
}

async function readNames({ getPHPLoaderModule }: { getPHPLoaderModule(): Promise<PHPLoaderModule> }, sources: Record<string, string>): Promise<Report> {
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()))
  php.writeFile('/plugin.json', JSON.stringify(sources))
  php.writeFile('/names.php', readFileSync(join(import.meta.dirname, 'names.php')))
  const { text } = await php.run({ scriptPath: '/names.php' })
  php.exit()
  return JSON.parse(text) as Report
}
