import { exitCodes, Stop } from '../io/exit-codes.ts'
import { note } from '../io/screen.ts'
import type { importLines } from './run-import.ts'
import { invocation } from '../io/invocation.ts'

interface Circumstances {
  dryRun: boolean
  /** The path of the list of refused lines. */
  report: string | undefined
  /** The reason if a person stopped the import. */
  stopped: string | undefined
  /** Whether a journal records the sent lines. */
  resumable: boolean
  /** Whether sending a line twice does it twice. */
  once: boolean
}

/** Prints the result of an import, and sets the exit code or throws the {@link Stop} with it. */
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
  if (refused + unknown > 0 && report) note(`Lines and reasons: ${report}`)
  const hint = dryRun ? [] : [resumable ? 'Add --resume to continue with the other lines.' : notResumable]
  if (stopped) throw new Stop('interrupted', [stopped, ...hint])
  if (broken) throw new Stop(broken.ending, [...broken.lines, ...hint], { cause: broken })
  if (unknown > 0) throw new Stop('unanswered', [once || !resumable ? checkFirst : repeat])
  if (refused > 0) invocation().exitCode = exitCodes.partly[0]
}

const notResumable = 'The import cannot be resumed, because the sent lines were not recorded. Next time, name a file with --progress.'
const checkFirst = 'Lines without an answer may have taken effect. Check before you send them again.'
const repeat = 'Lines without an answer may have taken effect. It is safe to send them again: add --resume.'
