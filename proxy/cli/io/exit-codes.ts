/** The ways in which a command can end: each with its exit code and its meaning. */
export const exitCodes = {
  done: [0, 'done'],
  refused: [1, 'refused by the service; its answer is on standard error'],
  misused: [2, 'wrong usage, input or settings; nothing was sent'],
  unanswered: [3, 'no answer, or a failure of the service; a change may have taken effect'],
  unconfirmed: [4, 'not confirmed; nothing was sent'],
  partly: [5, 'the import ended, and some of its lines were refused'],
  lacking: [6, 'orders are missing, stuck, or differ between service and platform; standard output lists them'],
  interrupted: [130, 'stopped, as with Ctrl-C; what was done until then stays done'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>

/** The name of an exit code. */
type Ending = keyof typeof exitCodes

/** Ends a command, with an exit code and with lines that name the reason and the remedy. */
export class Stop extends Error {
  constructor(
    readonly ending: Ending,
    readonly lines: readonly string[],
    options?: ErrorOptions,
  ) {
    super(lines.join('\n'), options)
  }
}

/** The text of `help exit-codes`. */
export const exitCodesHelp = () =>
  ['Exit codes:', ...Object.values(exitCodes).map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)].join('\n') + '\n'
