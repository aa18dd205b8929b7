import { createInterface } from 'node:readline/promises'
import { defaultsIn, type Operation } from '../../upstream/operation.ts'
import { Stop } from './exit-codes.ts'
import { recordLines } from './record.ts'
import { note } from './screen.ts'
import { invocation } from './invocation.ts'

const consequences: Readonly<Record<NonNullable<Operation['moves']>, string>> = {
  money: 'This moves money or credits.',
  tier: 'This can change the tier of a member.',
  membership: 'This changes whether somebody is a member.',
  webhooks: 'After that, the service sends no events to this address.',
}

/** Asks a person before a change that is hard to undo. Without a terminal, `--yes` is required. */
export async function confirm(
  operation: Operation,
  what: Readonly<Record<string, unknown>>,
  { yes, where, signal }: { yes: boolean; where: string; signal: AbortSignal },
) {
  const { moves, summary } = operation
  if (!moves || yes) return
  const defaults = defaultsIn(operation, what)
  const shown = recordLines(what, { columns: invocation().stderr.columns, bold: (text) => text }).map((line) => `  ${line}`)
  await askConfirmation({
    about: [`${summary}, at ${where}:`, ...shown, ...defaults, consequences[moves]],
    withoutTerminal: [`Not confirmed, so nothing was sent: ${summary}.`, ...defaults],
    unchanged: 'nothing was sent',
    signal,
  })
}

interface Question {
  /** The lines before the question: what will happen. */
  about: readonly string[]
  /** The lines of the error if there is no terminal. */
  withoutTerminal: readonly string[]
  /** The words for what did not happen if the answer is no. */
  unchanged: string
  signal: AbortSignal
}

/** Asks a person whether to continue. Ends the command if the answer is not yes, or if there is no terminal. */
export async function askConfirmation({ about, withoutTerminal, unchanged, signal }: Question) {
  const { stdin, stderr } = invocation()
  if (!stdin.isTTY || !stderr.isTTY) throw new Stop('unconfirmed', [...withoutTerminal, 'There is no terminal for the question; add --yes.'])
  note(...about)
  const terminal = createInterface({ input: stdin, output: stderr })
  const left = new AbortController()
  // In raw mode the terminal reports Ctrl-C and Ctrl-D here; in other modes Ctrl-C arrives as a signal.
  terminal.once('SIGINT', () => left.abort())
  terminal.once('close', () => left.abort())
  const leaving = AbortSignal.any([signal, left.signal])
  try {
    const answer = await terminal.question('Continue? [y/N] ', { signal: leaving })
    if (!/^y(es)?$/i.test(answer.trim())) throw new Stop('unconfirmed', [`Not confirmed, so ${unchanged}.`])
  } catch (error) {
    if (leaving.aborted) throw new Stop('interrupted', ['', `${unchanged[0]!.toUpperCase()}${unchanged.slice(1)}.`], { cause: error })
    throw error
  } finally {
    terminal.close()
  }
}
