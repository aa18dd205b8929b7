/** Thrown by a handler that refuses a request. Each service writes the lines in its own error format. */
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

/** Converts an error to a failure. Bad requests keep their status; every other error is a fault of the stand-in. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  return new Failure(statusCode, message)
}
