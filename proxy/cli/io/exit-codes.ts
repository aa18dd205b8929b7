/** How a command may end: its exit code, and what that tells a script. */
export const exitCodes = {
  done: [0, 'done'],
  refused: [1, 'refused by the service; its words are on standard error'],
  misused: [2, 'wrong usage, input or settings; nothing was sent'],
  unanswered: [3, 'no answer, or a failure of the service: whether a change took effect is unknown'],
  unconfirmed: [4, 'not confirmed; nothing was sent'],
  partly: [5, 'an import has ended, and some of its lines were refused'],
  lacking: [6, 'orders are missing, stuck, or stand otherwise at the service than at the platform; they are listed on standard output'],
  interrupted: [130, 'stopped, as with Ctrl-C; what was done so far stays done'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>

/** The name of an exit code. */
type Ending = keyof typeof exitCodes

/** Ends a command: how, and the lines that say why and what to do. */
export class Stop extends Error {
  constructor(
    readonly ending: Ending,
    readonly lines: readonly string[],
    options?: ErrorOptions,
  ) {
    super(lines.join('\n'), options)
  }
}

/** What `help exit-codes` shows. */
export const exitCodesHelp = () =>
  ['Exit codes:', ...Object.values(exitCodes).map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)].join('\n') + '\n'
