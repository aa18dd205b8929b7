import { runOneOf } from '../frame.ts'
import { drop, retry, type DropOptions, type RetryOptions } from './change.ts'
import { addFilter, readLimit } from './filter.ts'
import { list, type ListOptions } from './list.ts'
import { show, type ShowOptions } from './show.ts'
import { stats } from './stats.ts'

/** Runs a command about what was reported, as its words say, and leaves its exit code. */
export const runQueueCommand = (description: string, words: string[]) =>
  runOneOf({ name: 'queue', description, words }, (add) => {
    addFilter(add('list', 'List what is held, has failed or waits, with the reason and what to do.'))
      .option('--limit <number>', 'at most so many', readLimit, 50)
      .option('--after <id>', 'go on behind this one')
      .action(async (options: ListOptions) => list(options))
    add('show', 'Show all that is known of one.')
      .argument('<id>')
      .option('--body', 'what was reported too, which holds personal data; it is not kept once the job is delivered, superseded or dropped')
      .action(async (id: string, options: ShowOptions) => show(id, options))
    addFilter(add('retry', 'Have some tried again at once: those named, or all that are held or have failed and fit.'))
      .argument('[ids...]')
      .action(async (ids: string[], options: RetryOptions) => retry(ids, options))
    addFilter(add('drop', 'Give some up: those named, or all that are held or have failed and fit.'))
      .argument('[ids...]')
      .option('-y, --yes', 'do not ask before they are given up')
      .action(async (ids: string[], options: DropOptions) => drop(ids, options))
    add('stats', 'Count what there is by state, and by kind what waits.').action(async (options: { json?: boolean }) => stats(options))
  })
