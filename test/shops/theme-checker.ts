import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// The checker looks for newer lists of tags, filters and objects on the network, and keeps what it found; with these settings it does neither
// and takes those that come with it: the same everywhere, and without a network.
process.env.XDG_CACHE_HOME = process.env.LOCALAPPDATA = await mkdtemp(join(tmpdir(), 'theme-check-'))
process.env.SHOPIFY_TLD_ROOT = join(process.env.XDG_CACHE_HOME, 'nowhere')
const { themeCheckRun, Severity } = await import('@shopify/theme-check-node')

/** What the platform's own theme checker finds in a folder, a line each; its own suggestions, which are neither errors nor warnings, are left out. */
export async function checkTheme(folder: string, rules: string): Promise<{ files: number; offences: string[] }> {
  const { theme, offenses } = await themeCheckRun(folder, `theme-check:${rules}`)
  return {
    files: theme.length,
    offences: offenses
      .filter(({ severity }) => severity !== Severity.INFO)
      .map(({ check, uri, message, start }) => `${relative(folder, fileURLToPath(uri))}:${start.line + 1} ${check}: ${message}`),
  }
}
