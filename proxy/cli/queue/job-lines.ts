import type { StoredJob } from '../../jobs/job.ts'
import type { Screen } from '../screen.ts'
import { cutTo, harmless } from '../terminal-text.ts'

/** A job as it is printed: without its body, which holds personal data, and with times as people write them. */
export const toShown = ({ body: _, acceptedAt, dueAt, settledAt, state, ...job }: StoredJob) => ({
  id: job.id,
  state,
  kind: job.kind,
  order: job.order,
  subject: job.subject,
  attempts: job.attempts,
  accepted_at: toTime(acceptedAt),
  next_try_at: state === 'waiting' ? toTime(dueAt) : null,
  settled_at: settledAt === null ? null : toTime(settledAt),
  notes: job.notes,
  result: job.result,
})

/** A job in lines for people: what it is, and beneath it why it stands as it does. */
export function jobLines({ id, state, kind, order, attempts, acceptedAt, dueAt, notes }: StoredJob, { columns, bold }: Screen): string[] {
  const about = order === null ? '' : `order ${harmless(order)}, `
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  const next = state === 'waiting' ? `, next ${toTime(dueAt)}` : ''
  const reason = notes.at(-1)
  return [
    `${bold(state.padEnd(10))} ${kind.padEnd(18)} ${id}`,
    `           ${about}accepted ${toTime(acceptedAt)}, ${tries}${next}`,
    ...(reason === undefined ? [] : [`           → ${columns === undefined ? harmless(reason) : cutTo(harmless(reason), Math.max(20, columns * 3))}`]),
  ]
}

const toTime = (time: number) => new Date(time).toISOString()
