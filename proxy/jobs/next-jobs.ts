import { sql } from 'kysely'
import { chunks } from '../store/chunks.ts'
import type { Tx } from '../store/tables.ts'
import type { ClaimedJob } from './job.ts'
import { toClaimedJob } from './job-row.ts'

/** Condition: a job waits for something missing. */
const asleep = sql`w.state = 'waiting' and w.waits_for is not null`

/** Condition: a change waits behind an earlier change of the same thing. They may set different fields; for a field that both set, the later one wins. */
const heldBack = sql`(w.once is null and exists (select 1 from work e where e.subject = w.subject and e.seq < w.seq and e.lane = w.lane
  and e.kind = w.kind and e.once is null and e.state = 'waiting' and e.waits_for is not null))`

/** Returns the next due job of each ordering key, and for each key with jobs when its next job is due. */
export async function nextJobs(tx: Tx, keys: readonly string[], now: number): Promise<{ jobs: ClaimedJob[]; due: Map<string, number> }> {
  const seqs: number[] = []
  const due = new Map<string, number>()
  for (const some of chunks(keys)) {
    const { rows } = await sql<{
      key: string
      head: number | null
      head_due: number | null
      sleeper: number | null
      wakes_at: number | null
      wakes_before: number | null
      is_before_head: number
    }>`
      with looked as (
        select lanes.lane as key,
          (select seq from (
            select * from (select rank, seq from work w where w.lane = lanes.lane and w.state = 'waiting' and w.waits_for is null and not ${heldBack}
              order by w.rank, w.seq limit 1) awake
            union all
            select * from (select rank, seq from work w where w.lane = lanes.lane and ${asleep} and w.doubtful = 1 order by w.rank, w.seq limit 1) doubted
          ) heads order by rank, seq limit 1) as head,
          (select seq from work w where w.lane = lanes.lane and ${asleep} and w.doubtful = 0 and w.waits_for =
            (select waits_for from work w where w.lane = lanes.lane and ${asleep} and w.doubtful = 0 and w.due_at <= ${now} order by w.rank, w.seq limit 1)
            order by w.rank, w.seq limit 1) as sleeper,
          (select min(due_at) from work w where w.lane = lanes.lane and ${asleep} and w.doubtful = 0) as wakes_at
        from lanes where lanes.lane in (${sql.join(some)})
      )
      select looked.*, h.due_at as head_due, case when (s.rank, s.seq) < (h.rank, h.seq) then 1 else 0 end as is_before_head,
        (select min(due_at) from work w where w.lane = looked.key and ${asleep} and w.doubtful = 0 and (w.rank, w.seq) < (h.rank, h.seq)) as wakes_before
      from looked left join work h on h.seq = looked.head left join work s on s.seq = looked.sleeper`.execute(tx)
    for (const { key, head, head_due, sleeper, wakes_at, wakes_before, is_before_head } of rows) {
      // A job that is retried blocks later jobs, and so does a waiting job that may have taken effect: a later job would find what it needs, and
      // the repeat would then undo that later job. A job that only waits for something missing does not block; it goes first if it came first.
      if (sleeper !== null && (head === null || is_before_head === 1)) {
        seqs.push(sleeper)
        due.set(key, now)
      } else if (head !== null && head_due !== null) {
        if (head_due <= now) seqs.push(head)
        due.set(key, Math.min(head_due, wakes_before ?? head_due))
      } else if (wakes_at !== null) due.set(key, wakes_at)
    }
  }
  const jobs: ClaimedJob[] = []
  for (const some of chunks(seqs)) jobs.push(...(await tx.selectFrom('work').selectAll().where('seq', 'in', some).execute()).map(toClaimedJob))
  return { jobs, due }
}
