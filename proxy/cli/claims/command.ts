import { claimStates } from '../../claims/claim.ts'
import { runOneOf } from '../frame.ts'
import { readLimit } from '../queue/filter.ts'
import { approve, refuse, show, type DecideOptions } from './decide.ts'
import { list, type ListOptions } from './list.ts'

/** Runs a command about claims, as its words say, and leaves its exit code. */
export const runClaimsCommand = (description: string, words: string[]) =>
  runOneOf({ name: 'claims', description, words }, (add) => {
    const which = ['<claim...>', 'its key, or its id as the service names it'] as const

    add('list', 'List claims that wait for somebody, and those under way.')
      .option('--state <states>', `those in these states: ${claimStates.join(', ')}`)
      .option('--all', 'those in any state')
      .option('--limit <number>', 'at most this many; 50 if absent', readLimit)
      .option('--after <claim>', 'go on behind the claim of this key')
      .action(async (options: ListOptions) => list(options))
    add('show', 'Show all that is known of a claim.')
      .argument('<claim>', which[1])
      .action(async (name: string, options: DecideOptions) => show(name, options))
    add('approve', 'Have claims resolved that wait for it.')
      .argument(...which)
      .option('-y, --yes', 'do not ask before money or goods are moved')
      .action(async (names: string[], options: DecideOptions) => approve(names, options))
    add('refuse', 'Refuse claims for good.')
      .argument(...which)
      .option('--reason <text>', 'why; the service is told')
      .option('-y, --yes', 'do not ask before they are refused')
      .action(async (names: string[], options: DecideOptions) => refuse(names, options))
  })
