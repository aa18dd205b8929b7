import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import type { Machine } from './machine.ts'

const own = fileURLToPath(new URL('./site/', import.meta.url))
const plugin = fileURLToPath(new URL('../../shops/woocommerce/storefront-widgets', import.meta.url))

/** The file that WordPress knows the plugin by. */
export const pluginFile = 'storefront-widgets/storefront-widgets.php'

/** What runs PHP in the site: as which user (1 is the administrator), and whether as in the back office. */
export interface RunOptions {
  user?: number
  admin?: boolean
  installing?: boolean
  /** The path of another site of the network, such as "/second". */
  path?: string
}

/** A mail that the site sent, as `wp_mail` was given it. */
export interface Mail {
  to: string | string[]
  subject: string
  message: string
}

/** The products and pages of the shop, by the names in `site/shop.php`. */
export interface Shop {
  products: Record<'mug' | 'vase' | 'course' | 'card', number>
  pages: Record<'cart-classic' | 'checkout-classic' | 'order-tracking' | 'cart' | 'checkout' | 'myaccount', string>
  flat: number
  pickup: number
}

/** A WordPress with WooCommerce and the plugin, on a database of its own. */
export class Site {
  readonly url: string
  readonly folder: string
  shop!: Shop
  #processes: ChildProcess[] = []
  #settings: Record<string, unknown>

  private constructor(
    readonly machine: Machine,
    port: number,
  ) {
    this.url = `http://localhost:${port}`
    this.folder = mkdtempSync(join(tmpdir(), 'storefront-wordpress-'))
    this.#settings = { WP_HOME: this.url, WP_SITEURL: this.url, DB_HOST: `localhost:${this.folder}/db.sock` }
  }

  /** Starts a shop in which the plugin is installed and not active. */
  static async start(machine: Machine): Promise<Site> {
    const site = new Site(machine, await freePort())
    process.once('exit', () => site.#kill())
    try {
      await site.#start()
      return site
    } catch (error) {
      await site.stop()
      throw error
    }
  }

  async #start() {
    const root = join(this.folder, 'site')
    const database = this.#startDatabase()
    // Some links of Debian's package lead to files that only its installation makes. The largest folder never looks for the site by its own path.
    const largest = join(this.machine.wordpress, 'wp-includes')
    cpSync(this.machine.wordpress, root, { recursive: true, dereference: true, filter: (source) => source !== largest && existsSync(source) })
    symlinkSync(largest, join(root, 'wp-includes'))
    for (const name of ['router.php', 'wp-config.php', 'run.php']) {
      rmSync(join(root, name), { force: true })
      cpSync(join(own, name), join(root, name))
    }
    for (const name of ['plugins', 'mu-plugins', 'languages', 'upgrade']) mkdirSync(join(root, 'wp-content', name), { recursive: true })
    cpSync(join(own, 'test-site.php'), join(root, 'wp-content/mu-plugins/test-site.php'))
    cpSync(process.env.CLASSIC_THEME_DIR ?? join(own, 'classic-theme'), join(root, 'wp-content/themes/classic'), { recursive: true })
    symlinkSync(this.machine.woocommerce, join(root, 'wp-content/plugins/woocommerce'))
    symlinkSync(plugin, join(root, 'wp-content/plugins/storefront-widgets'))
    this.configure({})
    await database
    const port = new URL(this.url).port
    // Workers outlive the server, so it gets a process group of its own.
    // A test replaces the link to the plugin by what its zip unpacks, so PHP may not remember where a link leads: WordPress would take the folder of the
    // plugin for another one, and tell a plugin that it is deactivated by the name of its folder.
    const options = [
      '-d',
      'realpath_cache_size=0',
      '-d',
      'opcache.enable_cli=1',
      '-d',
      'opcache.revalidate_freq=0',
      '-d',
      'display_errors=0',
      '-d',
      'variables_order=EGPCS',
    ]
    this.#spawn('php', [...options, '-S', `localhost:${port}`, '-t', root, join(root, 'router.php')], { PHP_CLI_SERVER_WORKERS: '4' })
    const install = `wp_install( 'Kiln & Paper', 'admin', 'admin@example.com', true, '', 'admin-pass-1' ); update_option( 'permalink_structure', '/%postname%/' );`
    await until(
      () => this.run(install, { installing: true }).then(() => '', String),
      (fault) => !fault.includes('fetch failed'),
    )
    await this.activate('woocommerce/woocommerce.php')
    this.shop = await this.run<Shop>(readFileSync(join(own, 'shop.php'), 'utf8').replace('<?php', ''), { user: 1, admin: true })
  }

  async #startDatabase() {
    const data = join(this.folder, 'db')
    const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
    const install = spawnSync('mariadb-install-db', [
      '--no-defaults',
      ...asRoot,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--innodb-log-file-size=8M',
    ])
    if (install.status !== 0) throw new Error(`MariaDB was not installed into ${data}: ${install.stderr.toString()}`)
    const socket = join(this.folder, 'db.sock')
    // Nothing here has to survive a power cut.
    const options = ['--skip-networking', '--innodb-flush-log-at-trx-commit=0', '--innodb-log-file-size=8M', '--innodb-doublewrite=0', '--skip-log-bin']
    this.#spawn('mariadbd', ['--no-defaults', ...asRoot, `--datadir=${data}`, `--socket=${socket}`, ...options])
    await until(async () => existsSync(socket), Boolean)
    this.sql('create database wordpress character set utf8mb4')
  }

  #spawn(command: string, words: string[], env: Record<string, string> = {}) {
    const child = spawn(command, words, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } })
    child.unref()
    this.#processes.push(child)
  }

  #kill() {
    for (const { pid } of this.#processes.splice(0).reverse()) {
      try {
        process.kill(-pid!, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async stop() {
    this.#kill()
  }

  /** Sets constants of `wp-config.php`; undefined removes one. */
  configure(settings: Record<string, string | number | boolean | undefined>) {
    this.#settings = { ...this.#settings, ...settings }
    const file = join(this.folder, 'site/settings.json')
    writeFileSync(`${file}.new`, JSON.stringify(this.#settings))
    renameSync(`${file}.new`, file)
  }

  /** Runs PHP code inside the loaded WordPress, and resolves to what it returns. */
  async run<Value = unknown>(code: string, { path = '', ...options }: RunOptions = {}): Promise<Value> {
    const answer = await fetch(`${this.url}${path}/run.php`, { method: 'POST', body: JSON.stringify({ code, ...options }) })
    const text = await answer.text()
    let read: { value: Value; error?: string }
    try {
      read = JSON.parse(text) as typeof read
    } catch (cause) {
      throw new Error(`The site answered ${answer.status}: ${text.slice(0, 500)}\n${this.log.slice(-2000)}`, { cause })
    }
    if (read.error) throw new Error(read.error)
    return read.value
  }

  /** Runs PHP code on the command line, as WP-CLI and the automation of a host do: without a request and without a user. */
  runOnCommandLine(code: string) {
    const load = `require '${this.folder}/site/wp-load.php'; require_once ABSPATH . 'wp-admin/includes/plugin.php';`
    const { status, stdout, stderr } = spawnSync('php', ['-r', `${load} ${code}`])
    if (status !== 0) throw new Error(`${stdout.toString()}${stderr.toString()}`)
  }

  /** Runs SQL, and returns its rows as text. */
  sql(query: string): string {
    const { status, stdout, stderr } = spawnSync('mariadb', ['--no-defaults', '-uroot', '-S', join(this.folder, 'db.sock'), '-N', '-e', query])
    if (status !== 0) throw new Error(stderr.toString())
    return stdout.toString().trim()
  }

  /** Activates a plugin, as the administrator if no other user is named; user 0 is nobody, as for the automation of a host. */
  async activate(file = pluginFile, user = 1) {
    await this.run(`$result = activate_plugin( '${file}' ); if ( is_wp_error( $result ) ) throw new Exception( $result->get_error_message() );`, {
      user,
      admin: true,
    })
  }

  async deactivate(file = pluginFile) {
    await this.run(`deactivate_plugins( '${file}' );`, { user: 1, admin: true })
  }

  /**
   * Works off the jobs that are due in WooCommerce's queue (Action Scheduler), after this many seconds on the site's clock. The request that delivers a new
   * order may be under way, and the queue would leave all reports to it and end before it: so the queue waits for it.
   */
  async runQueue(secondsLater = 0) {
    if (secondsLater) await this.#passTime(secondsLater)
    await this.run(`
      $lock = function_exists( 'storefront_delivery_lock' ) ? storefront_delivery_lock() : 'none';
      $GLOBALS['wpdb']->get_var( "select get_lock('$lock', 60)" );
      ActionScheduler_QueueRunner::instance()->run();
      $GLOBALS['wpdb']->get_var( "select release_lock('$lock')" );`)
  }

  /** Moves all stored times of the queue and of the plugin back, because PHP has no other clock than the machine's. */
  async #passTime(seconds: number) {
    const moved = (table: string, type: string, columns: string[], by: string) =>
      `update wordpress.wp_${table} set ${columns.map((column) => `${column} = ${column} - ${by}`).join(', ')} where ${type}`
    this.sql(moved('actionscheduler_actions', `status = 'pending' and scheduled_date_gmt > '1971-01-01'`, ['scheduled_date_gmt', 'scheduled_date_local'], `interval ${seconds} second`)) // prettier-ignore
    for (const column of ['due_at', 'waiting_since', 'reported_at']) this.sql(moved('storefront_outbox', `${column} > ${seconds}`, [column], String(seconds)))
    await this.run(`
      $outage = get_option( 'storefront_outage' );
      foreach ( $outage ? array( 'since', 'until' ) : array() as $time ) $outage[ $time ] -= ${seconds};
      if ( $outage ) update_option( 'storefront_outage', $outage, false );`)
  }

  /** The mails that the site has sent so far. */
  get mails(): Mail[] {
    const file = join(this.folder, 'site/mails.jsonl')
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Mail)
      : []
  }

  /** What PHP and WordPress have logged. */
  get log(): string {
    const file = join(this.folder, 'site/debug.log')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** Forgets what was logged. */
  clearLog() {
    rmSync(join(this.folder, 'site/debug.log'), { force: true })
  }
}
