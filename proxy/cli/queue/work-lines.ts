import type { KeptWork } from '../../jobs/job.ts'
import type { Screen } from '../screen.ts'
import { cutTo, harmless } from '../terminal-text.ts'

/** A work as it is printed: without its body, which holds personal data, and with times as people write them. */
export const toShown = ({ body: _, acceptedAt, dueAt, settledAt, state, ...work }: KeptWork) => ({
  id: work.id,
  state,
  kind: work.kind,
  order: work.order,
  subject: work.subject,
  attempts: work.attempts,
  accepted_at: toTime(acceptedAt),
  next_try_at: state === 'waiting' ? toTime(dueAt) : null,
  settled_at: settledAt === null ? null : toTime(settledAt),
  notes: work.notes,
  result: work.result,
})

/** A work in lines for people: what it is, and beneath it why it stands as it does. */
export function workLines({ id, state, kind, order, attempts, acceptedAt, dueAt, notes }: KeptWork, { columns, bold }: Screen): string[] {
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
