import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Command } from 'commander'
import { addImport } from '../../proxy/cli/import-command.ts'
import { kebab } from '../../proxy/cli/io/flags.ts'
import { verbsOf, type ServiceName } from '../../proxy/cli/service/verbs.ts'
import { addVerbs } from '../../proxy/cli/service-command.ts'
import { catalogue, type Family } from '../../proxy/upstream/catalogue.ts'

const commandsOf = (service: ServiceName) => {
  const command = new Command(service)
  addVerbs(command, verbsOf(service), [])
  addImport(command, service, verbsOf(service))
  return command.commands
}

const commands = { loyalty: commandsOf('loyalty'), protection: commandsOf('protection') }
const serviceOf: Record<keyof typeof catalogue, ServiceName> = {
  loyalty: 'loyalty',
  loyaltyStorefront: 'loyalty',
  protection: 'protection',
  track: 'protection',
  claims: 'protection',
}

describe('commands made from the tables', () => {
  for (const [name, family] of Object.entries(catalogue) as [keyof typeof catalogue, Family][])
    test(`${family.title}: every operation has a command with a description and its arguments`, () => {
      for (const [verb, { summary, path }] of Object.entries(family.operations)) {
        const found = commands[serviceOf[name]].filter((command) => command.name() === kebab(verb))
        const help = found[0]?.helpInformation() ?? ''

        assert.equal(found.length, 1, verb)
        assert.match(help.replace(/\s+/g, ' '), new RegExp(summary.replace(/[^\w ]/g, '.')), verb)
        for (const [, field] of path.matchAll(/:(\w+)/g)) assert.match(help, new RegExp(`<${kebab(field!)}>`), verb)
      }
    })

  test('every operation that changes something can be imported, except operations that return tokens', () => {
    for (const service of ['loyalty', 'protection'] as const) {
      const words = commands[service].find((command) => command.name() === 'import')!.registeredArguments[0]!.argChoices

      assert.deepEqual(
        words,
        verbsOf(service)
          .filter(({ name, operation }) => operation.method !== 'GET' && name !== 'authenticate')
          .map(({ name }) => kebab(name)),
      )
    }
  })

  test('operations that move money, tiers, memberships or webhooks have --yes, operations with pages have --all', () => {
    for (const service of ['loyalty', 'protection'] as const) {
      for (const { name, operation } of verbsOf(service)) {
        const flags = commands[service].find((command) => command.name() === kebab(name))!.options.map(({ long }) => long)

        assert.equal(flags.includes('--yes'), operation.moves !== undefined, name)
        assert.equal(flags.includes('--all'), operation.cursor !== undefined, name)
      }
    }
  })

  test('help names the allowed values, the required fields, and the form of money and lists', () => {
    const help = commands.protection
      .find((command) => command.name() === 'create-order')!
      .helpInformation()
      .replace(/\s+/g, ' ')

    assert.match(help, /--financial-status <text> [^(]*pending, paid, refunded, voided \(required\)/)
    assert.match(help, /--total-price <money> [^(]*"12\.34 USD" \(required\)/)
    assert.match(help, /--customer\.email <text>/)
    assert.match(help, /--line-items <json> [^(]*--line-items\.0\.shop-line-item-id … \(required\)/)
  })
})
