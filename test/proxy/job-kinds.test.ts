import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { readSettings } from '../../demo/settings.ts'
import { createHandlers } from '../../proxy/background/handlers.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { reportKinds } from '../../proxy/reports/report-kinds.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { createServices } from '../../proxy/upstream/services.ts'

/** The kinds of the jobs that a source makes: `kind` of each literal that has an ordering key, too. */
function kindsIn(text: string): string[] {
  const kinds: string[] = []
  if (!text.includes('orderingKey')) return kinds
  const visit = (node: ts.Node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const fields = new Map(node.properties.map((field) => [field.name?.getText(), field]))
      const kind = fields.get('kind')
      if (fields.has('orderingKey') && kind && ts.isPropertyAssignment(kind) && ts.isStringLiteral(kind.initializer)) kinds.push(kind.initializer.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true))
  return kinds
}

test('each kind of job that the proxy enqueues has a handler', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-kinds-'))
  const config = readConfig({ ...readSettings({}), DATA_DIR: folder })
  const services = createServices(config)
  const database = await openDatabase(config.store)
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const files = readdirSync('proxy', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/(^|[\\/])(node_modules|dist)[\\/]/.test(file),
  )

  const handlers = createHandlers({ config, services, sealer, shop: undefined, database, lists: {}, now: Date.now, log: { info() {} } })
  const kinds = files.flatMap((file) => kindsIn(readFileSync(join('proxy', file), 'utf8')))

  await database.close()
  await Promise.all([...services.transports.values()].map((transport) => transport.close()))
  await rm(folder, { recursive: true })
  assert.ok(kinds.includes('loyalty-event') && kinds.includes('claim'))
  assert.deepEqual(
    [...kinds, ...reportKinds].filter((kind) => !(kind in handlers)),
    [],
  )
})
