/** Thrown by a handler that does not do what was asked. Each service writes the lines into its own form of error. */
export class Failure extends Error {
  readonly lines: string[]

  constructor(
    readonly status: number,
    ...lines: string[]
  ) {
    super(lines[0])
    this.lines = lines
  }
}

/** The failure that an error stands for: bad requests keep their status, anything else is a fault of the stand-in. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  return new Failure(statusCode, message)
}
