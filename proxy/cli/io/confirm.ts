import { createInterface } from 'node:readline/promises'
import { defaultsIn, type Operation } from '../../upstream/operation.ts'
import { Stop } from './exit-codes.ts'
import { recordLines } from './record.ts'
import { note } from './screen.ts'

const consequences: Readonly<Record<NonNullable<Operation['moves']>, string>> = {
  money: 'This moves money or credits.',
  tier: 'This can change the tier of a member.',
  membership: 'This changes whether somebody is a member.',
  webhooks: 'From then on events are no longer sent there.',
}

/** Asks a person before something is changed that somebody would miss. Without a person, `--yes` has to say it. */
export async function confirm(
  operation: Operation,
  what: Readonly<Record<string, unknown>>,
  { yes, where, signal }: { yes: boolean; where: string; signal: AbortSignal },
) {
  const { moves, summary } = operation
  if (!moves || yes) return
  const unsaid = defaultsIn(operation, what)
  const shown = recordLines(what, { columns: process.stderr.columns, bold: (text) => text }).map((line) => `  ${line}`)
  await ask({
    about: [`${summary}, at ${where}:`, ...shown, ...unsaid, consequences[moves]],
    unasked: [`Not confirmed, so nothing was sent: ${summary}.`, ...unsaid],
    unchanged: 'nothing was sent',
    signal,
  })
}

interface Question {
  /** What is going to happen, before the question. */
  about: readonly string[]
  /** What is said where nobody can be asked. */
  unasked: readonly string[]
  /** What did not happen when the answer is no. */
  unchanged: string
  signal: AbortSignal
}

/** Asks a person whether to go on; ends the command where the answer is not yes, or where there is nobody to ask. */
export async function ask({ about, unasked, unchanged, signal }: Question) {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new Stop('unconfirmed', [...unasked, 'There is no terminal to ask on; add --yes.'])
  note(...about)
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const left = new AbortController()
  // A terminal that hands keys over one by one says Ctrl-C and Ctrl-D here; any other has Ctrl-C sent as a signal.
  asking.once('SIGINT', () => left.abort())
  asking.once('close', () => left.abort())
  const leaving = AbortSignal.any([signal, left.signal])
  try {
    const answer = await asking.question('Go on? [y/N] ', { signal: leaving })
    if (!/^y(es)?$/i.test(answer.trim())) throw new Stop('unconfirmed', [`Not confirmed, so ${unchanged}.`])
  } catch (error) {
    if (leaving.aborted) throw new Stop('interrupted', ['', `${unchanged[0]!.toUpperCase()}${unchanged.slice(1)}.`], { cause: error })
    throw error
  } finally {
    asking.close()
  }
}
