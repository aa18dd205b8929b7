import { exitCodes, Stop } from '../io/exit-codes.ts'
import { note } from '../io/screen.ts'
import type { importLines } from './run-import.ts'

interface Circumstances {
  dryRun: boolean
  /** Where refused lines are listed. */
  report: string | undefined
  /** Why no further line was to be begun, where somebody wanted that. */
  stopped: string | undefined
  /** Whether it is remembered what was sent. */
  resumable: boolean
  /** Whether a line that is sent twice is done twice. */
  once: boolean
}

/** Says how an import has ended, and leaves its exit code, or throws the {@link Stop} that has it. */
export function conclude(
  { done, refused, unknown, before, broken }: Awaited<ReturnType<typeof importLines>>,
  { dryRun, report, stopped, resumable, once }: Circumstances,
) {
  const parts = [
    `${done} ${dryRun ? 'could be sent' : 'done'}`,
    before > 0 && `${before} done before`,
    refused > 0 && `${refused} ${dryRun ? 'would be refused' : 'refused'}`,
    unknown > 0 && `${unknown} without an answer`,
  ]
  note(`${done + refused + unknown + before} lines: ${parts.filter((part) => part).join(', ')}.`)
  if (refused + unknown > 0 && report) note(`Which, and why: ${report}`)
  const goOn = dryRun ? [] : [resumable ? 'Add --resume to go on with the other lines.' : noted]
  if (stopped) throw new Stop('interrupted', [stopped, ...goOn])
  if (broken) throw new Stop(broken.ending, [...broken.lines, ...goOn], { cause: broken })
  if (unknown > 0) throw new Stop('unanswered', [once || !resumable ? look : repeat])
  if (refused > 0) process.exitCode = exitCodes.partly[0]
}

const noted = 'It cannot be resumed, since nothing notes which lines were sent; name a file for that with --progress, the next time.'
const look = 'Whether the lines without an answer took effect is unknown; look before sending them again.'
const repeat = 'Whether the lines without an answer took effect is unknown. Sending them again does no harm: add --resume.'
