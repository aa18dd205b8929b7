import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { parse } from 'yaml'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until, type Stack } from '../stack.ts'

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}

const rules = (parse(readFileSync('proxy/deploy/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const alerts = rules.map(({ alert }) => alert)
const runbook = readFileSync('docs/proxy/runbook.md', 'utf8')
const dashboard = JSON.parse(readFileSync('proxy/deploy/dashboard.json', 'utf8')) as { panels: { title: string; targets?: { expr: string }[] }[] }
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Samples of one scrape, by series. */
type Scrape = ReadonlyMap<string, number>

/** Reads the metrics of the proxy as Prometheus does, which adds the job and the instance. */
async function scrape(stack: Stack): Promise<Scrape> {
  const text = await (await fetch(`${stack.operator}/metrics`)).text()
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]): [string, number] => {
    const own = ['job="storefront-proxy"', 'instance="proxy:4103"', ...(labels ? [labels] : [])]
    return [`${name}{${own.join(',')}}`, Number(value)]
  })
  return new Map([['up{job="storefront-proxy",instance="proxy:4103"}', 1], ...samples])
}

const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const promtool = (...words: string[]) => spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' })
/** Whether this machine has promtool, which Debian has in its package "prometheus". */
const hasPromtool = promtool('--version').error === undefined
const notHere = 'not on this machine: promtool'

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
    const sections = runbook.split(/^## /m).slice(1)

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

describe('with what a real proxy says', () => {
  let stack: Stack
  let quiet: Map<string, number>
  /** What each alert is about, as it happened to the proxy. */
  const scenarios: Scenario[] = []
  const quote = (cents: number) => stack.browser(protection).quoteProtection({ cents, currency: 'USD' })
  const settle = (promise: Promise<unknown>) => promise.then(() => {}, () => {}) // prettier-ignore

  /** Lets something happen between two scrapes. */
  async function during(fire: string[], happen: () => Promise<void>, change: (to: Map<string, number>) => void = () => {}) {
    const from = await scrape(stack)
    await happen()
    const to = new Map(await scrape(stack))
    for (const [name, value] of Object.entries(calm)) set(name, value)(to)
    change(to)
    scenarios.push({ name: fire.join(', ') || 'nothing', from, to, fire })
    await stack.mend()
  }
  /** Sets all series of a name to a value that takes longer to reach than a test may. */
  const set =
    (name: string, value: number, labels = '') =>
    (to: Map<string, number>) => {
      const found = [...to.keys()].filter((series) => series.startsWith(`${name}{`) && series.includes(labels))
      assert.ok(found.length > 0, `the proxy has no metric ${name}`)
      for (const series of found) to.set(series, value)
    }

  before(async () => {
    stack = await startStack({ settings: { TRACK_TRIES: '1,1,1,1,1' } })
    await quote(6200)
    await stack.backend.reportOrder(orderOf('60001'))
    quiet = new Map(await scrape(stack))
    for (const [name, value] of Object.entries(calm)) set(name, value)(quiet)
    scenarios.push({ name: 'nothing', from: quiet, to: quiet, fire: [] })
  })
  after(() => stack.stop())

  test('every metric of an alert or of the dashboard exists', async () => {
    const names = new Set([...quiet.keys()].map((series) => series.split('{')[0]!))
    const used = [...rules.map(({ expr }) => expr), ...shown].flatMap((expr) => expr.match(/\b(storefront|process|nodejs|up)\w*(?=[{[) ]|$)/g) ?? [])
    const later = /^storefront_(queue_tries_total|queue_delivery_seconds|upstream_total|queue_works|queue_oldest_seconds)/

    assert.deepEqual(
      used.filter((name) => !names.has(name) && !later.test(name)),
      [],
    )
  })

  test('each alert fires when its time has come, and no other', async (t) => {
    await during(['StorefrontServicePaused', 'StorefrontServiceErrors', 'StorefrontRequestErrors'], async () => {
      await stack.fault({ match: { path: '/protection/api/v1/quotes' }, status: 503 })
      for (let count = 0; count < 6; count += 1) await settle(quote(7_000 + count))
    })
    await until(
      () => quote(6300).catch(() => undefined),
      (answer) => answer !== undefined,
    )
    await during(['StorefrontKeyRefused', 'StorefrontRequestErrors'], async () => {
      await stack.fault({ match: { path: '/protection/api/v1/quotes' }, status: 401 })
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
    await during(['StorefrontProxyDown'], async () => {}, set('up', 0))
    await during(['StorefrontShopRefuses'], async () => {}, set('storefront_shop_refuses', 1))
    await during(['StorefrontOverloaded'], async () => {}, set('nodejs_eventloop_lag_p99_seconds', 0.8))
    await during(['StorefrontMemoryHigh'], async () => {}, set('process_resident_memory_bytes', 500e6))
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { errors: ['currency is not known here'] }, times: 1 })
    const { id } = await stack.backend.reportOrder(orderOf('60003'))
    await until(
      () => stack.backend.getReport({ id }),
      ({ state }) => state === 'failed',
    )
    await during(['StorefrontJobsNeedPerson'], async () => {})
    await stack.backend.reportProtectionRefund({ shopOrderId: '60004' })
    await during(['StorefrontJobsNeedPerson', 'StorefrontReportsLate'], async () => {}, set('storefront_queue_oldest_seconds', 4_000, 'state="waiting"'))
    const last = scenarios.at(-1)!

    assert.deepEqual([...new Set(scenarios.flatMap(({ fire }) => fire)), 'StorefrontProxyRestarts'].sort(), alerts.toSorted())
    if (!hasPromtool) return t.diagnostic(notHere)
    assert.equal(check(scenarios), undefined)
    assert.match(check([{ ...last, fire: [] }]) ?? '', /StorefrontReportsLate/)
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
