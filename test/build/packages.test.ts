import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { chromium } from 'playwright'
import { build, preview, type PluginOption } from 'vite'
import { ensureChromium, launchOptions } from '../../scripts/browsers/chromium.ts'
import { packPackages } from '../../scripts/build/pack.ts'
import { isBuilt } from '../proxy-command.ts'
import { startStack } from '../stack.ts'
import { until } from '../until.ts'

interface Manifest {
  version: string
  dependencies: Record<string, string>
  exports: Record<string, string | Record<string, string>>
  bin?: Record<string, string>
}

const built = isBuilt()
const root = mkdtempSync(join(tmpdir(), 'packages-'))
const modules = join(root, 'node_modules')
after(() => rmSync(root, { recursive: true, force: true }))

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest
const inPackage = (name: string, file = '') => join(modules, name, file)

/** Makes an installed package available in the folder, without any other package that only happens to be installed beside it. */
function provide(name: string, folder = modules) {
  const link = join(folder, name)
  if (existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(resolve('node_modules', name), link, 'junction')
}

/** Unpacks a tarball as npm would install it. */
function install(name: string, tarball: string) {
  mkdirSync(inPackage(name), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', inPackage(name), '--strip-components', '1'])
}

before(() => {
  if (!built) return
  const { widgets, proxy } = packPackages(root)
  install('storefront-widgets', widgets)
  install('storefront-proxy', proxy)
  for (const name of Object.keys(read(inPackage('storefront-widgets', 'package.json')).dependencies)) provide(name)
  // The libraries of the proxy stand in its own folder, so that the widgets cannot reach them.
  for (const name of Object.keys(read(inPackage('storefront-proxy', 'package.json')).dependencies)) provide(name, inPackage('storefront-proxy', 'node_modules'))
})

/** Runs a script in the folder of the packages. */
function run(words: string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, output: stdout + stderr }
}

// npm test builds first; a single test may run without a build.
describe('the package storefront-widgets', { skip: !built && 'not built' }, () => {
  test('needs lit, and nothing else', () => {
    assert.deepEqual(Object.keys(read(inPackage('storefront-widgets', 'package.json')).dependencies).sort(), ['lit'])
  })

  test('contains every file that its exports name', () => {
    const { exports } = read(inPackage('storefront-widgets', 'package.json'))
    const files = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))

    assert.deepEqual(
      files.filter((file) => !existsSync(inPackage('storefront-widgets', file))),
      [],
    )
  })

  test('contains every file that its manifest of elements and its data for JetBrains name', () => {
    const { modules } = JSON.parse(readFileSync(inPackage('storefront-widgets', 'dist/package/custom-elements.json'), 'utf8')) as {
      modules: { path: string }[]
    }

    assert.equal(modules.length, 6)
    assert.deepEqual(
      modules.map(({ path }) => path).filter((path) => !existsSync(inPackage('storefront-widgets', path))),
      [],
    )
    assert.ok(existsSync(inPackage('storefront-widgets', 'dist/package/web-types.json')))
  })

  test('can be imported on a server, each entry alone', () => {
    const entries = ['.', './protection', './protection/define', './loyalty', './loyalty/define', './tracking', './tracking/define', './widgets.js']
    for (const entry of entries) {
      const { status, output } = run(['--input-type=module', '-e', `await import('storefront-widgets${entry.slice(1)}')`])
      assert.equal(status, 0, `${entry}: ${output}`)
    }
  })

  test('has types that need no other package, and types of its tags for React 19, Vue and Svelte', () => {
    for (const name of ['react', '@types/react', 'vue', 'svelte']) provide(name)
    cpSync('test/build/apps/types.ts', join(root, 'types.ts'))
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--jsx', 'react-jsx']
    for (const how of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      // prettier-ignore
      const { status, output } = run([resolve('node_modules/typescript/bin/tsc'), ...options, ...how, '--skipLibCheck', 'true', 'types.ts'])
      assert.equal(status, 0, output)
    }
  })

  test('has declarations without faults of their own', () => {
    const file = join(modules, 'strict.ts')
    writeFileSync(file, ['', '/protection', '/loyalty', '/tracking'].map((entry) => `import type {} from 'storefront-widgets${entry}'\n`).join(''))
    const { status, output } = run([
      resolve('node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--module', 'esnext', '--moduleResolution', 'bundler'],
      file,
    ])
    assert.equal(status, 0, output)
  })
})

describe('an application built from the package', { skip: !built && 'not built' }, () => {
  const apps: { name: string; provided: string[]; plugins: PluginOption[] }[] = [
    { name: 'html', provided: [], plugins: [] },
    { name: 'react', provided: ['react', 'react-dom', 'scheduler'], plugins: [] },
    {
      name: 'vue',
      provided: ['vue'],
      plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('storefront-') } } })],
    },
    { name: 'svelte', provided: ['svelte'], plugins: [svelte({ configFile: false })] },
  ]
  const outOf = (name: string) => join(root, 'built', name)

  for (const { name, provided, plugins } of apps)
    test(`${name}: a bundler builds it`, async () => {
      for (const one of provided) provide(one)
      cpSync(`test/build/apps/${name}`, join(root, name), { recursive: true })

      await build({
        configFile: false,
        root: join(root, name),
        logLevel: 'error',
        plugins,
        build: { outDir: outOf(name), emptyOutDir: true, target: 'es2022' },
      })

      assert.match(readFileSync(join(outOf(name), 'index.html'), 'utf8'), /<script type="module"/)
    })

  test('react: the built page shows the price of protection and hears its events', async () => {
    const server = await preview({ configFile: false, root: join(root, 'react'), build: { outDir: outOf('react') }, preview: { port: 0, host: 'localhost' } })
    const [origin = ''] = server.resolvedUrls?.local ?? []
    const stack = await startStack({ origins: [new URL(origin).origin] })
    const browser = await chromium.launch(launchOptions(await ensureChromium()))
    try {
      const page = await browser.newPage()
      await page.goto(`${origin}?proxy=${encodeURIComponent(stack.proxy)}`)
      await page.getByRole('switch').waitFor()

      await until(
        () => page.title(),
        (title) => /^Quoted \d+$/.test(title),
      )
    } finally {
      await browser.close()
      await stack.stop()
      await server.close()
    }
  })
})

describe('the package storefront-proxy', { skip: !built && 'not built' }, () => {
  test('has a command that knows its version', () => {
    const { version, bin } = read(inPackage('storefront-proxy', 'package.json'))
    const { status, stdout } = spawnSync(inPackage('storefront-proxy', bin!['storefront-proxy']), ['--version'], { encoding: 'utf8' })

    assert.deepEqual([status, stdout.trim()], [0, version])
  })

  test('has the manual: every page with links that lead somewhere, and every file to deploy and to watch the proxy', () => {
    const manual = inPackage('storefront-proxy', 'dist/manual')
    const pages = readdirSync('docs/proxy')
    const files = readdirSync('proxy/deploy').filter((name) => name !== 'Dockerfile.dockerignore')
    const links = pages.flatMap((page) => [...readFileSync(join(manual, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]*)[^)]*\)/g)].map(([, link]) => link!))

    assert.deepEqual(readdirSync(manual).sort(), ['deploy', ...pages].sort())
    assert.deepEqual(readdirSync(join(manual, 'deploy')).sort(), files.sort())
    for (const file of files) assert.deepEqual(readFileSync(join(manual, 'deploy', file)), readFileSync(join('proxy/deploy', file)))
    assert.ok(links.includes('deploy/alerts.yaml') && links.includes('operate.md'), links.join())
    assert.deepEqual(
      links.filter((link) => !existsSync(join(manual, link))),
      [],
    )
  })

  test('prints each part of the manual by a command that needs no settings, and writes all parts', () => {
    const command = (...words: string[]) => spawnSync(inPackage('storefront-proxy', 'dist/cli.js'), ['manual', ...words], { cwd: root, encoding: 'utf8' })
    const listed = [...command().stdout.matchAll(/^(\S+) {2,}\S.*$/gm)].map(([, name]) => name!)
    const readme = readFileSync(inPackage('storefront-proxy', 'README.md'), 'utf8')

    assert.deepEqual([...readme.matchAll(/^\| .* \| (`.*`) \|$/gm)].flatMap(([, names]) => names!.split(', ').map((name) => name.slice(1, -1))).sort(), listed.toSorted()) // prettier-ignore
    for (const name of listed) assert.equal(command(name).status, 0, name)
    assert.equal(command('storefront-proxy.service').stdout, readFileSync('proxy/deploy/storefront-proxy.service', 'utf8'))
    assert.match(command('runbook').stdout, /^# Runbook of the proxy\n/)
    assert.match(command('nothing').stderr, /^The manual has no "nothing"/)
    assert.equal(command('--write', 'written').status, 0)
    assert.deepEqual(readFileSync(join(root, 'written/deploy/alerts.yaml')), readFileSync('proxy/deploy/alerts.yaml'))
    assert.match(command('--write', 'written').stderr, /exists in written: name a new folder\. Nothing was written\./)
  })

  test('serves the widgets that it contains', async () => {
    const stack = await startStack()
    const child = spawn(process.execPath, [inPackage('storefront-proxy', 'dist/main.js')], {
      cwd: root,
      env: { ...stack.settings, PATH: process.env.PATH, PORT: '0', OPERATOR_PORT: undefined, CONSOLE_TOKENS: undefined, DATA_DIR: join(root, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let log = ''
      child.stdout.on('data', (part: Buffer) => (log += part.toString()))
      const address = await until(
        async () => /Server listening at (http:[^"]+)/.exec(log)?.[1],
        (found) => found !== undefined,
      )
      const answer = await fetch(`${String(address)}/widgets.js`)

      assert.equal(answer.status, 200)
      assert.equal(await answer.text(), readFileSync(inPackage('storefront-proxy', 'dist/widgets/widgets.js'), 'utf8'))
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await stack.stop()
    }
  })
})
