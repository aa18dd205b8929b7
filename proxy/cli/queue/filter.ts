import { InvalidArgumentError, type Command } from 'commander'
import { jobStates, type JobState } from '../../jobs/job.ts'
import type { JobFilter } from '../../jobs/queue.ts'

/** Which jobs a command is about, as it was typed. */
export interface FilterOptions {
  state?: JobState[]
  kind?: string
  order?: string
}

/** Lets a command be told which jobs it is about. */
export const addFilter = (command: Command) =>
  command
    .option('--state <states>', `those in these states, comma-separated: ${jobStates.join(', ')}`, readStates)
    .option('--kind <kind>', 'those of this kind: order, shipment-event, webhook …')
    .option('--order <id>', 'those of the order that the shop knows by this id')

/** The filter that was typed; `states` where none was. */
export const toFilter = ({ state, kind, order }: FilterOptions, states?: JobState[]): JobFilter => ({
  ...(state ? { states: state } : states && { states }),
  ...(kind !== undefined && { kind }),
  ...(order !== undefined && { order }),
})

/** Whether anything was typed that says which. */
export const isNarrowed = ({ state, kind, order }: FilterOptions) => state !== undefined || kind !== undefined || order !== undefined

function readStates(typed: string): JobState[] {
  return typed.split(',').map((one) => {
    const state = jobStates.find((known) => known === one.trim())
    if (!state) throw new InvalidArgumentError(`It takes some of ${jobStates.join(', ')}.`)
    return state
  })
}

/** A whole number from 1 to 1000. */
export function readLimit(typed: string): number {
  if (!/^[1-9]\d{0,3}$/.test(typed) || Number(typed) > 1000) throw new InvalidArgumentError('It takes a number from 1 to 1000.')
  return Number(typed)
}
