import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { parse } from 'yaml'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { orderOf } from '../proxy/orders.ts'
import { adminApp, startAdminApi } from '../claims/admin-api.ts'
import { runCommand, type Ended } from '../cli/commands.ts'
import { freePort } from '../free-port.ts'
import { startPlatformStack } from '../platforms/sending.ts'
import { startStack, until, type Stack } from '../stack.ts'

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}

const rules = (parse(readFileSync('proxy/deploy/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const alerts = rules.map(({ alert }) => alert)
const runbook = readFileSync('docs/proxy/runbook.md', 'utf8')
const sections = runbook.split(/^## /m).slice(1)
interface Panel {
  title: string
  targets?: { expr: string; legendFormat: string }[]
}
const dashboard = JSON.parse(readFileSync('proxy/deploy/dashboard.json', 'utf8')) as { panels: Panel[] }
const targets = dashboard.panels.flatMap(({ targets = [] }) => targets)
const shown = targets.map(({ expr }) => expr)

/** Samples of one scrape, by series. */
type Scrape = ReadonlyMap<string, number>

/** Reads the metrics of the proxy as Prometheus does, which adds the job and the instance; of a proxy that does not answer, Prometheus knows only that. */
async function scrape({ operator }: Pick<Stack, 'operator'>): Promise<Scrape> {
  const answer = await fetch(`${operator}/metrics`).catch(() => undefined)
  if (!answer) return new Map([['up{job="storefront-proxy",instance="proxy:4103"}', 0]])
  const text = await answer.text()
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]): [string, number] => {
    const own = ['job="storefront-proxy"', 'instance="proxy:4103"', ...(labels ? [labels] : [])]
    return [`${name}{${own.join(',')}}`, Number(value)]
  })
  return new Map([['up{job="storefront-proxy",instance="proxy:4103"}', 1], ...samples])
}

const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** The promtool that test/deploy/promtool.sh has fetched; without it, the one in the PATH. */
const [program = 'promtool'] = [resolve('.cache/promtool/promtool')].filter((file) => existsSync(file))
const promtool = (...words: string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
const hasPromtool = promtool('--version').error === undefined
const notHere = 'not on this machine: promtool; test/deploy/promtool.sh .cache/promtool gets it on Debian'

/** Minutes until every alert has fired. */
const long = 40
/** The series of an hour: what the first scrape says, then changed by the same difference in each minute, as what happened between both would go on. */
const toSeries = (from: Scrape, to: Scrape) =>
  [...to].flatMap(([series, value]) => {
    const isCounter = /^\w+(_total|_count|_sum|_bucket)\{/.test(series)
    const was = from.get(series) ?? 0
    if (!Number.isFinite(value)) return []
    return [{ series, values: isCounter ? `${toDecimal(was)}+${toDecimal(Math.max(0, value - was))}x${long}` : `${toDecimal(value)}x${long}` }]
  })

/** Series are written without exponents. */
const toDecimal = (value: number) => value.toFixed(9)

interface Scenario {
  name: string
  from: Scrape
  to: Scrape
  /** The alerts that fire. */
  fire: string[]
}

/** How busy this machine is says nothing about the rules. */
const calm = { nodejs_eventloop_lag_p99_seconds: 0.01, process_resident_memory_bytes: 150e6 }

/** Runs the rules on the series of each scenario; returns the words of promtool if another set of alerts fires. */
function check(scenarios: readonly Scenario[]): string | undefined {
  copyFileSync('proxy/deploy/alerts.yaml', join(folder, 'alerts.yaml'))
  const tests = scenarios.map(({ name, from, to, fire }) => ({
    name,
    interval: '1m',
    input_series: toSeries(from, to),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${long}m`,
        exp_samples: fire.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  }))
  // JSON is YAML.
  writeFileSync(join(folder, 'tests.yaml'), JSON.stringify({ rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = promtool('test', 'rules', 'tests.yaml')
  return status === 0 ? undefined : stdout + stderr
}

describe('the alerts', () => {
  test('and the headings of the runbook are the same, and each has something to type', () => {
    assert.deepEqual(sections.map((section) => section.split('\n')[0]), alerts) // prettier-ignore
    for (const section of sections) assert.match(section, /^```sh\nnpx -p storefront-proxy storefront-proxy \w+/m)
  })

  test('and the dashboard are valid for Prometheus', (t) => {
    if (!hasPromtool) return t.diagnostic(notHere)
    const expressions = shown.map((expr, index) => ({ record: `panel_${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
    writeFileSync(join(folder, 'dashboard.yaml'), JSON.stringify({ groups: [{ name: 'dashboard', rules: expressions }] }))
    copyFileSync('proxy/deploy/alerts.yaml', join(folder, 'alerts.yaml'))
    const { status, stdout, stderr } = promtool('check', 'rules', 'alerts.yaml', 'dashboard.yaml')

    assert.equal(status, 0, stdout + stderr)
    assert.match(stdout, new RegExp(`${expressions.length} rules found`))
  })
})

/** The commands that the runbook says to type when an alert fires, each as its words. */
const commandsFor = (alert: string) =>
  [...sections.find((section) => section.startsWith(`${alert}\n`))!.matchAll(/^npx -p storefront-proxy storefront-proxy (.*?)(?:\s+#.*)?$/gm)].map(([, line]) =>
    [...line!.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word),
  )

/** The output that the runbook's commands have to print while an alert is true, because the steps below them refer to it. */
const shows: Record<string, RegExp> = {
  StorefrontProxyDown: /No proxy answers at http:/,
  StorefrontStoreDown: /"part":"store","reason":"[^"]*lock/,
  StorefrontStoreSlow: /delivered/,
  StorefrontServicePaused: /"part":"protection","reason":"[^"]*it answered 503/,
  StorefrontServiceErrors: /✗ wrong {2}protection/,
  StorefrontKeyRefused: /✗ wrong {2}protection [^]*PROTECTION_API_KEY/,
  StorefrontShopRefuses: /✗ wrong {2}Shopify[^\n]*invalid_client/,
  StorefrontJobsNeedPerson: /currency is not known here/,
  StorefrontReportsLate: /the service does not know order 60004 yet/,
  StorefrontQuotesSlow: /The service took 1\.\d s to answer/,
  StorefrontRequestErrors: /"part":"protection"/,
  StorefrontOverloaded: /delivered/,
  StorefrontMemoryHigh: /delivered/,
  StorefrontLookupsGuessed: /reverse proxies/,
}

describe('with what a real proxy says', () => {
  let stack: Stack
  let quiet: Map<string, number>
  /** What each alert is about, as it happened to the proxy. */
  const scenarios: Scenario[] = []
  /** The output of the runbook's commands, by the alert that was true. */
  const typed = new Map<string, Ended[]>()
  const quote = (cents: number) => stack.browser(protection).quoteProtection({ cents, currency: 'USD' })
  const settle = (promise: Promise<unknown>) => promise.then(() => {}, () => {}) // prettier-ignore

  interface Happening {
    /** The proxy to which it happens. */
    to?: Pick<Stack, 'operator' | 'settings'>
    /** Changes what was read, for what takes longer than a test may. */
    change?: (read: Map<string, number>) => void
    /** The figures of the machine that are part of it. */
    real?: string[]
  }

  /** Lets something happen between two scrapes, and types what the runbook says about the first alert before it is over. */
  async function during(fire: string[], happen: () => Promise<void>, { to = stack, change = () => {}, real = [] }: Happening = {}) {
    const from = await scrape(stack)
    await happen()
    const read = new Map(await scrape(to))
    for (const [name, value] of Object.entries(calm)) if (!real.includes(name) && read.size > 1) set(name, value)(read)
    change(read)
    scenarios.push({ name: fire.join(', '), from: to === stack ? from : new Map(), to: read, fire })
    const { hostname, port } = new URL(to.operator)
    const said: Ended[] = []
    for (const words of commandsFor(fire[0]!)) said.push(await runCommand(words, { ...to.settings, OPERATOR_HOST: hostname, OPERATOR_PORT: port }))
    typed.set(fire[0]!, said)
    await stack.mend()
  }
  /** Sets all series of a name. */
  const set =
    (name: string, value: number, labels = '') =>
    (to: Map<string, number>) => {
      const found = [...to.keys()].filter((series) => series.startsWith(`${name}{`) && series.includes(labels))
      assert.ok(found.length > 0, `the proxy has no metric ${name}`)
      for (const series of found) to.set(series, value)
    }
  const isUp = () =>
    until(
      () => quote(6300).catch(() => undefined),
      (answer) => answer !== undefined,
    )

  before(async () => {
    stack = await startStack({ settings: { TRACK_TRIES: '1,1,1,1,1' } })
    await quote(6200)
    await stack.backend.reportOrder(orderOf('60001'))
    quiet = new Map(await scrape(stack))
    for (const [name, value] of Object.entries(calm)) set(name, value)(quiet)
    scenarios.push({ name: 'nothing', from: quiet, to: quiet, fire: [] })
  })
  after(() => stack.stop())

  test('each alert fires when its time has come, and no other', async (t) => {
    await during(['StorefrontServicePaused', 'StorefrontServiceErrors', 'StorefrontRequestErrors'], async () => {
      await stack.fault({ match: { path: '/protection/api/v1/quotes' }, status: 503 })
      for (let count = 0; count < 6; count += 1) await settle(quote(7_000 + count))
    })
    await isUp()
    await during(['StorefrontServiceErrors', 'StorefrontRequestErrors'], async () => {
      await stack.fault({ match: { path: '/protection' }, status: 503 })
      await settle(quote(7_100))
    })
    await isUp()
    await during(['StorefrontRequestErrors', 'StorefrontServicePaused', 'StorefrontServiceErrors'], async () => {
      await stack.fault({ match: { path: '/protection' }, status: 503 })
      for (let count = 0; count < 6; count += 1) await settle(quote(7_200 + count))
    })
    await isUp()
    await during(['StorefrontKeyRefused', 'StorefrontRequestErrors'], async () => {
      await stack.fault({ match: { path: '/protection' }, status: 401 })
      await settle(quote(6400))
    })
    await during(['StorefrontQuotesSlow'], async () => {
      await stack.fault({ match: { path: '/protection/api/v1/quotes' }, delay_ms: 1_200 })
      await quote(6500)
    })
    await during(['StorefrontLookupsGuessed'], async () => {
      const guess = () => stack.browser(tracking).trackOrder({ order_number: '#1', email: 'nobody@example.com' })
      for (let count = 0; count < 10; count += 1) await settle(guess())
    })
    const other = new DatabaseSync(`${stack.settings.DATA_DIR}/store.db`, { timeout: 2_000 })
    t.after(() => other.close())
    await during(['StorefrontStoreSlow'], async () => {
      other.exec('begin immediate')
      const report = stack.backend.reportOrder(orderOf('60002'))
      // A report waits for another writer for up to a second.
      await pause(700)
      other.exec('commit')
      await report
    })
    other.exec('begin immediate')
    await during(['StorefrontStoreDown'], async () => {})
    other.exec('commit')
    // A port at which nothing listens, as after a crash.
    await during(['StorefrontProxyDown'], async () => {}, { to: { operator: `http://127.0.0.1:${await freePort()}`, settings: stack.settings } })
    await during(
      ['StorefrontOverloaded'],
      async () => {
        await scrape(stack)
        for (let count = 0; count < 4; count += 1) {
          const end = performance.now() + 700
          while (performance.now() < end);
          await pause(1)
        }
      },
      { real: ['nodejs_eventloop_lag_p99_seconds'] },
    )
    let ballast: Buffer | undefined
    await during(['StorefrontMemoryHigh'], async () => void (ballast = Buffer.alloc(400e6, 1)), { real: ['process_resident_memory_bytes'] })
    assert.equal(ballast?.at(-1), 1)
    ballast = undefined
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { errors: ['currency is not known here'] }, times: 1 })
    const { id } = await stack.backend.reportOrder(orderOf('60003'))
    const stateOf = async () => (await stack.backend.getReport({ id })).state
    await until(stateOf, (state) => state === 'failed')
    await during(['StorefrontJobsNeedPerson'], async () => {})
    // What the runbook says to type after the remedy has helped.
    await until(stateOf, (state) => state === 'delivered')
    await stack.backend.reportProtectionRefund({ shopOrderId: '60004' })
    await during(['StorefrontReportsLate'], async () => {}, { change: set('storefront_queue_oldest_seconds', 4_000, 'state="waiting"') })
    const last = scenarios.at(-1)!
    const api = await startAdminApi()
    t.after(() => api.stop())
    api.grants.trouble = 'repeats the secret'
    const shop = await startPlatformStack({
      settings: { SHOPIFY_CLIENT_ID: adminApp.clientId, SHOPIFY_APP_SECRETS: adminApp.clientSecret, SHOPIFY_ADMIN_URL: api.url },
    })
    t.after(() => shop.stop())
    await until(
      () => scrape(shop),
      (read) => [...read].some(([series, value]) => series.startsWith('storefront_shop_refuses{') && value === 1),
    )
    await during(['StorefrontShopRefuses'], async () => {}, { to: shop })

    assert.deepEqual([...new Set(scenarios.flatMap(({ fire }) => fire)), 'StorefrontProxyRestarts'].sort(), alerts.toSorted())
    if (!hasPromtool) return t.diagnostic(notHere)
    assert.equal(check(scenarios), undefined)
    assert.match(check([{ ...last, fire: [] }]) ?? '', /StorefrontReportsLate/)
  })

  test('what the runbook says to type shows what its steps are about, while the alert is true', () => {
    assert.deepEqual([...typed.keys(), 'StorefrontProxyRestarts'].sort(), alerts.toSorted())
    for (const [alert, said] of typed) {
      const all = said.map(({ out, err }) => out + err).join('\n')
      assert.match(all, shows[alert]!, `${alert}: ${all}`)
    }
  })

  /** The names of the labels of each metric, in everything that was read. */
  const labelsOf = () => {
    const found = new Map<string, Set<string>>()
    for (const { to } of scenarios)
      for (const series of to.keys()) {
        const [name = '', labels = ''] = series.split('{')
        found.set(name, new Set([...(found.get(name) ?? []), ...[...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!)]))
      }
    return found
  }
  const metricsIn = (expr: string) => expr.match(/\b(storefront|process|nodejs|up)\w*(?=[{[) ]|$)/g) ?? []

  test('every metric and every label of an alert or of the dashboard exists', () => {
    const known = labelsOf()
    const used = [...rules.map(({ expr }) => ({ expr, legendFormat: '' })), ...targets]
    const missing = used.flatMap(({ expr, legendFormat }) => {
      const names = metricsIn(expr)
      const labels = [
        ...[...expr.matchAll(/(\w+)(?==~?"|!=|!~)/g)].map(([, label]) => label!),
        ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(', ')),
        ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!),
      ]
      assert.ok(names.length > 0, expr)
      return [
        ...names.filter((name) => !known.has(name)),
        ...names.flatMap((name) => labels.filter((label) => known.has(name) && !known.get(name)!.has(label)).map((label) => `${name}{${label}}`)),
      ]
    })

    assert.deepEqual(missing, [])
  })

  test('every panel that the runbook names is on the dashboard', () => {
    const titles = dashboard.panels.map(({ title }) => title.toLowerCase())
    const named = [...runbook.matchAll(/"([^"]+)" on the dashboard/g)].map(([, title]) => title!)

    assert.ok(named.length > 1)
    assert.deepEqual(
      named.filter((title) => !titles.includes(title)),
      [],
    )
  })

  test('an instance that starts every few minutes is noticed', (t) => {
    if (!hasPromtool) return t.diagnostic(notHere)
    const starts = [...quiet].find(([series]) => series.startsWith('process_start_time_seconds{'))!
    // A counter's values grow in each minute, as the time of the start does here.
    const name = starts[0].replace('process_start_time_seconds', 'process_start_time_seconds')
    writeFileSync(
      join(folder, 'restarts.yaml'),
      JSON.stringify({
        rule_files: ['alerts.yaml'],
        tests: [
          {
            interval: '1m',
            input_series: [{ series: name, values: `${starts[1]}+240x${long}` }],
            promql_expr_test: [
              {
                expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
                eval_time: '30m',
                exp_samples: [{ labels: '{alertname="StorefrontProxyRestarts"}', value: 1 }],
              },
            ],
          },
        ],
      }),
    )

    const { status, stdout, stderr } = promtool('test', 'rules', 'restarts.yaml')

    assert.equal(status, 0, stdout + stderr)
  })
})
