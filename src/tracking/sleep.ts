/** Resolves after that many milliseconds; rejects when the signal fires first. */
export const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
