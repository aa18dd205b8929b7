import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest WordPress that the plugin runs on: the first that guards a plugin's required plugins. */
const oldest = '6.5'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the tests in WordPress need. */
export interface Machine {
  /** The folder with WordPress. It is copied and never changed. */
  wordpress: string
  version: string
  /** The folder with WooCommerce: the one that WOOCOMMERCE_DIR names, or our stand-in. */
  woocommerce: string
}

/** The real WooCommerce that WOOCOMMERCE_DIR names; undefined if the tests use the stand-in. */
export const realWooCommerce = process.env.WOOCOMMERCE_DIR

/** Looks for what the tests need, and installs nothing. Returns the names of what is missing if anything is. */
export function findMachine(): Machine | { missing: string[] } {
  const { folder, tooOld } = findWordPress()
  const missing = [
    ...(runs('php', ['-r', 'exit( extension_loaded( "mysqli" ) ? 0 : 1 );']) ? [] : ['php with mysqli']),
    ...(runs('mariadbd', ['--version']) ? [] : ['mariadbd']),
    ...(folder ? [] : [tooOld ? `WordPress ${oldest} or newer (found ${tooOld})` : 'WordPress']),
  ]
  if (realWooCommerce && !existsSync(join(realWooCommerce, 'woocommerce.php')))
    throw new Error(`WOOCOMMERCE_DIR names ${realWooCommerce}, which has no woocommerce.php. Name the folder of the plugin as WordPress installs it.`)
  if (!folder) return { missing }
  if (missing.length) return { missing }
  return { wordpress: folder, version: versionOf(folder)!, woocommerce: realWooCommerce ?? join(root, 'test/wordpress/woocommerce') }
}

/** The first of the usual places with a WordPress that is new enough. */
function findWordPress(): { folder?: string; tooOld?: string } {
  const named = process.env.WORDPRESS_DIR
  const places = named ? [named, join(named, 'usr/share/wordpress')] : [join(root, '.cache/wordpress/usr/share/wordpress'), '/usr/share/wordpress']
  let tooOld: string | undefined
  for (const folder of places) {
    const version = versionOf(folder)
    if (version && version.localeCompare(oldest, 'en', { numeric: true }) >= 0) return { folder }
    tooOld ??= version
  }
  return { tooOld }
}

function versionOf(folder: string): string | undefined {
  const file = join(folder, 'wp-includes/version.php')
  return existsSync(file) ? /\$wp_version = '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
}

const runs = (command: string, words: string[]) => spawnSync(command, words, { stdio: 'ignore' }).status === 0
