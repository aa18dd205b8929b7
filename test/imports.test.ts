import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, test } from 'node:test'
import ts from 'typescript'

interface Arrow {
  /** The first row that fits a file is its row. */
  from: RegExp
  may: RegExp[]
  /** What it may take types from, beside the above. */
  mayType?: RegExp[]
}

const contract = /^src\/contract\/(?!.*\.schema\.ts$)/
const schemas = /^src\/contract\/.*\.schema\.ts$/
/** What the console's page and the proxy agree on. */
const consoleContract = /^console\/contract\//
const demoData = /^demo\/(settings\.ts|protection-product\.json)$/
const lit = /^lit(\/|$)/
const node = /^node:/
const preact = /^preact(\/|$)/
const libraries = /^(?!node:|src\/|proxy\/|demo\/|test\/|scripts\/|shops\/|console\/)/

/** The folders of the proxy, mechanism first, and the folders that each may import beside its own: only folders that come earlier in this list. */
const proxyFolders: Record<string, string[]> = {
  telemetry: [],
  http: ['telemetry'],
  upstream: ['http', 'telemetry'],
  config: ['http', 'telemetry', 'upstream'],
  store: ['http', 'config', 'upstream'],
  audit: ['store'],
  jobs: ['store'],
  identity: ['http', 'upstream', 'config', 'store', 'jobs'],
  'shop-admin': ['http', 'upstream', 'config'],
  reports: ['http', 'upstream', 'config', 'jobs', 'identity', 'shop-admin'],
  'order-keys': ['upstream', 'jobs', 'identity', 'shop-admin', 'reports'],
  platforms: ['http', 'upstream', 'config', 'jobs', 'identity', 'shop-admin', 'reports', 'order-keys'],
  claims: ['http', 'upstream', 'config', 'store', 'audit', 'jobs', 'shop-admin', 'reports', 'platforms'],
  'loyalty-webhooks': ['http', 'upstream', 'config', 'store', 'jobs'],
  privacy: ['store', 'jobs', 'identity', 'reports', 'order-keys', 'platforms', 'claims', 'loyalty-webhooks'],
  routes: ['http', 'upstream', 'config', 'store', 'jobs', 'identity', 'reports', 'order-keys', 'claims', 'loyalty-webhooks'],
  figures: ['store', 'jobs', 'reports', 'routes'],
  merchant: ['http', 'upstream', 'config', 'jobs', 'identity', 'reports', 'order-keys', 'routes'],
  background: [
    'http',
    'telemetry',
    'upstream',
    'config',
    'store',
    'audit',
    'jobs',
    'identity',
    'shop-admin',
    'reports',
    'order-keys',
    'platforms',
    'claims',
    'loyalty-webhooks',
    'privacy',
    'routes',
    'figures',
  ],
  operations: ['http', 'upstream', 'jobs', 'background'],
  console: ['http', 'upstream', 'config', 'audit', 'jobs', 'identity', 'reports', 'order-keys', 'claims', 'routes', 'figures', 'background', 'operations'],
  openapi: ['http', 'upstream', 'identity', 'platforms', 'claims', 'loyalty-webhooks', 'routes', 'merchant'],
  doctor: ['http', 'upstream', 'config', 'jobs', 'shop-admin', 'platforms', 'loyalty-webhooks', 'background'],
}
/** The folders of the widgets, and what each may import beside its own folder and the contract. */
const widgetFolders: Record<string, RegExp[]> = {
  page: [],
  i18n: [/^src\/page\//],
  'protection/carts': [/^src\/money\.ts$/],
  protection: [/^src\/(page|i18n|protection)\//, /^src\/(money|proxy|theme\.styles)\.ts$/],
  'loyalty/events': [/^src\/money\.ts$/],
  'loyalty/membership': [/^src\/page\//, /^src\/loyalty\/events\//, /^src\/(money|proxy)\.ts$/],
  'loyalty/views': [/^src\/i18n\//, /^src\/loyalty\/(events|membership)\//, /^src\/(money|proxy)\.ts$/],
  'loyalty/redemption': [/^src\/i18n\//, /^src\/page\//, /^src\/loyalty\/(events|membership|views)\//, /^src\/money\.ts$/],
  loyalty: [/^src\/(page|i18n)\//, /^src\/(money|proxy|(theme|panel)\.styles)\.ts$/],
  'tracking/order': [/^src\/page\//],
  'tracking/views': [/^src\/i18n\//, /^src\/page\/web-address\.ts$/, /^src\/tracking\/order\//],
  'tracking/extras': [/^src\/i18n\//, /^src\/page\/own-input\.ts$/, /^src\/(money|proxy)\.ts$/, /^src\/tracking\/(order|views)\//],
  tracking: [/^src\/(page|i18n)\//, /^src\/(money|proxy|(theme|panel)\.styles)\.ts$/],
}
const inFolder = (folder: string) => new RegExp(`^proxy/${folder}/`)
const ofProxy = Object.entries(proxyFolders).map(([folder, others]) => ({
  from: inFolder(folder),
  may: [...[folder, ...others].map(inFolder), ...(folder === 'console' ? [consoleContract] : []), contract, schemas, /^src\/money\.ts$/, node, libraries],
}))
/** The folders of the command line, and those that each may import beside its own: it may import any other folder of the proxy. */
const commandFolders: Record<string, string[]> = { io: [], service: ['io'], import: ['io', 'service'] }
const ofCommands = Object.entries(commandFolders).map(([folder, others]) => ({
  from: inFolder(`cli/${folder}`),
  may: [...[folder, ...others].map((one) => inFolder(`cli/${one}`)), /^proxy\/(?!cli\/)\w[\w-]*\//, contract, node, libraries],
}))
/** What the UI extensions for Shopify share, and each extension beside it: no extension imports another, and none knows the proxy or Lit. */
const ofSurface = [contract, /^shops\/shopify\/surface\//, /^src\/(page|i18n|loyalty|tracking)\//, /^src\/money\.ts$/, preact]
const ofExtensions = readdirSync('shops/shopify/extensions').map((name) => {
  const own = new RegExp(`^shops/shopify/extensions/${name}/`)
  return { from: own, may: [own, ...ofSurface] }
})
/** The commands and what starts the proxy: nothing imports them. */
const composition = /^proxy\/(cli\/|(app|start|main)\.ts$)/

/** Who may import whom. Browsers get neither a validator nor anything of the proxy's; the demo's shop knows only what merchants know. */
const table: Arrow[] = [
  { from: schemas, may: [schemas, /^zod$/] },
  { from: /^src\/contract\//, may: [contract], mayType: [schemas] },
  ...Object.entries(widgetFolders).map(([folder, others]) => ({
    from: new RegExp(`^src/${folder}/`),
    may: [contract, new RegExp(`^src/${folder}/`), ...others, lit],
    mayType: [schemas],
  })),
  { from: /^src\/(money|proxy|(theme|panel)\.styles)\.ts$/, may: [contract, lit] },
  { from: /^src\/[\w.]+\.entry\.ts$/, may: [/^src\/(?!contract\/)/, lit] },
  { from: consoleContract, may: [consoleContract, contract] },
  {
    from: /^console\//,
    may: [/^console\//, contract, /^src\/(money|page\/trusted-types)\.ts$/, lit, /^@awesome\.me\/webawesome\//, /^chart\.js$/],
  },
  { from: /^shops\/shopify\/surface\//, may: ofSurface, mayType: [schemas] },
  ...ofExtensions,
  ...ofProxy,
  ...ofCommands,
  { from: composition, may: [/^proxy\//, contract, schemas, /^src\/money\.ts$/, node, libraries] },
  {
    from: /^demo\/services\//,
    may: [/^demo\/services\//, demoData, contract, schemas, /^proxy\/http\/(serve|problems)\.ts$/, /^proxy\/upstream\//, node, libraries],
  },
  { from: /^demo\/shop\//, may: [/^demo\/shop\//, demoData, node, libraries] },
  { from: /^demo\//, may: [/^demo\//, /^proxy\//, node, libraries] },
]

interface Import {
  of: string
  typesOnly: boolean
}

/** What a file imports: files by their path from the root, packages by their name. */
function importsOf(file: string, text = readFileSync(file, 'utf8')): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typesOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    found.push({ of: specifier.text.startsWith('.') ? join(dirname(file), specifier.text) : specifier.text, typesOnly })
  }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

/** The imports of a file that its row does not name. */
function strays(file: string, text?: string): string[] {
  const row = table.find(({ from }) => from.test(file))
  if (!row) return [`${file} has no row in the table`]
  const allowed = ({ of, typesOnly }: Import) => [...row.may, ...((typesOnly && row.mayType) || [])].some((pattern) => pattern.test(of))
  return importsOf(file, text)
    .filter((one) => !allowed(one))
    .map(({ of }) => `${file} imports ${of}`)
}

/** The circles in a graph of imports, each as the files on its way. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]) => {
    const seenAt = way.indexOf(file)
    if (seenAt >= 0) found.push([...way.slice(seenAt), file].join(' → '))
    if (seenAt >= 0 || done.has(file)) return
    for (const other of graph.get(file) ?? []) walk(other, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return found
}

/** The folders of these files, and the other folders that each imports. The entries of the builds are left out: nothing imports them. */
function foldersOf(files: string[], imported = (file: string) => importsOf(file).map(({ of }) => of)): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const file of files.filter((one) => !one.endsWith('.entry.ts'))) {
    const folder = dirname(file)
    const others = imported(file)
      .filter((of) => /\.tsx?$/.test(of))
      .map((of) => dirname(of))
    folders.set(folder, [...new Set([...(folders.get(folder) ?? []), ...others.filter((other) => other !== folder)])])
  }
  return folders
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.includes('node_modules'))

describe('who imports whom', () => {
  for (const folder of ['src', 'console', 'proxy', 'shops/shopify', 'demo'])
    test(`${folder} keeps to the table`, () => {
      const files = filesIn(folder)

      const found = files.flatMap((file) => strays(file))

      assert.ok(files.length > 0)
      assert.deepEqual(found, [])
    })

  test('a folder of the proxy imports only folders that come earlier in the table', () => {
    const order = Object.keys(proxyFolders)

    const upward = Object.entries(proxyFolders).flatMap(([folder, others]) =>
      others.filter((other) => !order.slice(0, order.indexOf(folder)).includes(other)).map((other) => `${folder} imports ${other}`),
    )

    assert.deepEqual(upward, [])
  })

  test('a folder of the proxy uses each folder that the table permits', () => {
    const unused = Object.entries(proxyFolders).flatMap(([folder, others]) => {
      const imported = filesIn(`proxy/${folder}`).flatMap((file) => importsOf(file).map(({ of }) => of))
      return others.filter((other) => !imported.some((of) => of.startsWith(`proxy/${other}/`))).map((other) => `${folder} never imports ${other}`)
    })

    assert.deepEqual(unused, [])
  })

  test('a folder of routes imports only folders that come earlier', () => {
    const order = ['quotes', 'redemptions', 'membership', 'orders', 'extension']

    const found = order.flatMap((folder, index) =>
      filesIn(`proxy/routes/${folder}`).flatMap((file) =>
        importsOf(file)
          .filter(({ of }) => order.slice(index + 1).some((later) => of.startsWith(`proxy/routes/${later}/`)))
          .map(({ of }) => `${file} imports ${of}`),
      ),
    )

    assert.deepEqual(found, [])
  })

  for (const folder of ['src', 'console', 'proxy', 'shops/shopify', 'demo', 'scripts', 'test'])
    test(`no file of ${folder} imports itself through others`, () => {
      const files = filesIn(folder)
      const graph = new Map(files.map((file) => [file, importsOf(file).map(({ of }) => of)]))

      assert.ok(files.length > 0)
      assert.deepEqual(cyclesIn(graph), [])
    })

  for (const root of ['src', 'console', 'proxy', 'shops/shopify'])
    test(`no folder of ${root} imports itself through others, nor through a folder inside it`, () => {
      assert.deepEqual(cyclesIn(foldersOf(filesIn(root))), [])
    })

  test('a folder and its sub-folder that import each other are found', () => {
    const imports = new Map([
      ['src/tracking/tracking.ts', ['src/tracking/views/order.ts', 'lit']],
      ['src/tracking/views/order.ts', ['src/tracking/proof.ts']],
    ])

    assert.deepEqual(cyclesIn(foldersOf([...imports.keys()], (file) => imports.get(file)!)), ['src/tracking → src/tracking/views → src/tracking'])
  })

  test('a circle of files is found', () => {
    assert.deepEqual(
      cyclesIn(
        new Map([
          ['a', ['b']],
          ['b', ['c', 'd']],
          ['c', ['a']],
          ['d', []],
        ]),
      ),
      ['a → b → c → a'],
    )
  })

  test('a validator in browser code is found, and its types are let through', () => {
    const runTime = strays('src/tracking/tracking.ts', "import { orderSchema } from '../contract/tracking.schema.ts'\nimport { z } from 'zod'")
    const types = strays('src/tracking/tracking.ts', "import type { Order } from '../contract/tracking.schema.ts'")

    assert.deepEqual(runTime, ['src/tracking/tracking.ts imports src/contract/tracking.schema.ts', 'src/tracking/tracking.ts imports zod'])
    assert.deepEqual(types, [])
  })

  test('a UI extension that imports another extension, or Lit, is found', () => {
    const found = strays('shops/shopify/extensions/thank-you/src/x.tsx', "import '../../loyalty-card/src/card.tsx'\nimport { html } from 'lit'")

    assert.deepEqual(
      found.map((one) => one.split(' imports ')[1]),
      ['shops/shopify/extensions/loyalty-card/src/card.tsx', 'lit'],
    )
  })

  test('a shop that reaches into the proxy is found, however it does', () => {
    const found = strays('demo/shop/app.ts', "export { seal } from '../../proxy/identity/seal.ts'\nvoid import('../../proxy/app.ts')")

    assert.deepEqual(found, ['demo/shop/app.ts imports proxy/identity/seal.ts', 'demo/shop/app.ts imports proxy/app.ts'])
  })
})
