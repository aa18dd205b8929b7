import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Command } from 'commander'
import { kebab } from '../../proxy/cli/io/flags.ts'
import { verbsOf, type ServiceName } from '../../proxy/cli/service/verbs.ts'
import { addVerbs } from '../../proxy/cli/service-command.ts'
import { runCommand } from './commands.ts'

/** The whole help of each command of a service, as it is printed. */
const helpsOf = (service: ServiceName) => {
  const command = new Command(service)
  addVerbs(command, verbsOf(service), [])
  return command.commands.map((one) => {
    let help = ''
    one.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 500 }).outputHelp()
    return [one.name(), help] as const
  })
}

describe('the help of a command', () => {
  for (const service of ['loyalty', 'protection'] as const)
    test(`of the ${service} service explains every argument, flag and part of a list in words that are not only its name`, () => {
      for (const [name, help] of helpsOf(service)) {
        const entries = [...help.matchAll(/^ {2}(?:-\w, )?(\S+)(?: <[^>]+>)? {2,}(.+)$/gm)]
        assert.ok(entries.length >= 4, name)
        for (const [, term = '', explanation = ''] of entries) {
          const [said = ''] = explanation.split(/;| \(/)
          const own = kebab(term.split('.').at(-1)!).replace(/^--/, '').replaceAll('-', ' ')
          assert.ok(said.length > 2 && said !== own, `${name}: ${term}: ${explanation}`)
        }
      }
    })

  test('names the parts of a list, and the values of each', () => {
    const [, help] = helpsOf('protection').find(([name]) => name === 'create-order')!

    assert.match(help, /^ {2}--line-items\.0\.grams <number> +Weight in grams \(required\)$/m)
    assert.match(help, /^ {2}--line-items\.0\.is-insured +.*also --line-items\.0\.is-protected/m)
  })

  test('describes the default of an absent flag, if there is one', () => {
    const helps = new Map([...helpsOf('loyalty'), ...helpsOf('protection')])

    assert.match(helps.get('redeem-credits')!, /^Without --amount: the whole balance\.$/m)
    assert.match(helps.get('create-member')!, /^Without --segment-id: the first free tier/m)
    assert.match(helps.get('credit-claim')!, /^Without --to-issue-amount and --amount: the sum of/m)
  })

  test('names no default that does not exist', () => {
    for (const [name, help] of [...helpsOf('loyalty'), ...helpsOf('protection')]) assert.doesNotMatch(help, /default: (\[\]|undefined|null)/, name)
  })

  test('describes its exit codes', async () => {
    for (const name of ['doctor', 'health', 'queue', 'claims', 'audit', 'order-key', 'reconcile', 'session', 'webhook', 'protection']) {
      const { out } = await runCommand([name, '--help'], {})
      assert.match(out, /\nExit codes:\n +0 {2}\S/, name)
    }
  })
})
