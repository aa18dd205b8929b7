import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { stepsFor } from '../scripts/test-files.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'shops/README.md', 'proxy/README.md'].concat(
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md')),
)
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The files that run the commands of a page, or the program that a command starts, and the words by which they do so. */
const runBy: [command: RegExp, file: string, words: string][] = [
  [/^npm ci( && npm test)?$/, '.ci/run', 'npm ci && wait && npm test'],
  [/^test\/wordpress\/debian\.sh \.cache\/wordpress$/, '.ci/run', 'test/wordpress/debian.sh .cache/wordpress'],
  [/^test\/deploy\/promtool\.sh \.cache\/promtool$/, '.ci/run', 'test/deploy/promtool.sh .cache/promtool'],
  [/^npm ci && npm run demo$/, 'playwright.config.ts', 'demo/main.ts'],
  [/^npm install storefront-widgets$/, 'test/build/packages.test.ts', "install('storefront-widgets', widgets)"],
  [/^npx -p storefront-proxy storefront-proxy /, 'test/cli/guide.test.ts', "'proxy/README.md', 'docs/proxy/operate.md', 'docs/proxy/runbook.md'"],
  // The first lines of the parts of one script.
  [/^(mkdir storefront|docker |quote=|proxy backup)/, 'test/deploy/guide-long.ts', 'docs/proxy/deploy.md'],
  // The first line of the deployment to Shopify. The build is run; the deployment itself needs an account there.
  [/^cd shops\/shopify$/, 'test/extension/cli-long.ts', "'shopify', 'app', 'build'"],
  // The first line of a script that prints settings.
  [/^key\(\) /, 'test/proxy/config.test.ts', 'docs/install/woocommerce.md'],
  // The first line of the walk through the services, which is one script.
  [/^services=/, 'test/conformance/stand-ins/program.test.ts', 'Services by hand'],
]

/** The blocks of code of a page in a language, without the indentation of a list. */
function blocksOf(page: string, language: string): string[] {
  const fences = [...read(page).matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm)]
  return fences.filter(([, name]) => name === language).map(([, , block]) => block!.replace(/^ +/gm, ''))
}

/** The commands of a page, each without its comment; of a script the first line. */
function commandsOf(page: string): string[] {
  return blocksOf(page, 'sh').flatMap((block) => {
    const lines = block.split('\n').map((line) => line.replace(/\s+# .*$/, '').trim())
    return page === 'docs/proxy/deploy.md' || /^(services=|cd shops\/shopify$|key\(\) )/.test(lines[0]!) ? lines.slice(0, 1) : lines.filter(Boolean)
  })
}

describe('every command on the pages', () => {
  for (const page of pages)
    for (const command of commandsOf(page))
      test(`runs in a test, or is a script that exists: ${command}, in ${page}`, () => {
        const [, script, file] = /^npm run ([\w:-]+)(?: -- (\S+))?$/.exec(command) ?? []
        if (script) {
          assert.ok(script in scripts, `no script ${script}`)
          assert.ok(!file || existsSync(file), `no file ${file}`)
          return
        }
        const [, runner, words] = runBy.find(([pattern]) => pattern.test(command)) ?? assert.fail('no test runs it')
        assert.ok(read(runner).includes(words), `${runner} runs it no more`)
      })

  test('is in a block that is marked as one', () => {
    for (const page of pages) for (const block of blocksOf(page, '')) assert.doesNotMatch(block, /^(npm|npx|node|curl|docker|git) /m, page)
  })

  test('of the proxy is on a page whose commands run', () => {
    const withProxy = pages.filter((page) => commandsOf(page).some((command) => command.startsWith('npx -p storefront-proxy ')))

    assert.deepEqual(withProxy.sort(), ['docs/proxy/operate.md', 'docs/proxy/runbook.md', 'proxy/README.md'])
  })
})

describe('npm run test', () => {
  test('runs a file of each kind with the runner of its kind', () => {
    const last = (file: string) => stepsFor([file]).at(-1)

    assert.deepEqual(last('test/money.test.ts'), { script: 'test:node', given: ['test/money.test.ts'], counts: true })
    assert.deepEqual(last('test/browser/loyalty.test.ts'), { script: 'test:browser', given: ['--files', 'test/browser/loyalty.test.ts'], counts: true })
    assert.deepEqual(last('test/journeys/cart.spec.ts'), { script: 'test:journeys', given: ['test/journeys/cart.spec.ts'], counts: true })
  })

  test('refuses a file that is no test, and one that does not exist', () => {
    assert.throws(() => stepsFor(['test/stack.ts']), /is not a test/)
    assert.throws(() => stepsFor(['test/nowhere.test.ts']), /There is no file/)
  })

  test('ends with one line that counts the tests of the file', async () => {
    // Node runs no tests within a test unless the variable is away by which it knows that.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'test', '--', 'test/money.test.ts'], { env })

    assert.match(stdout, /\n\d+ passed, 0 failed\n$/)
  })
})
