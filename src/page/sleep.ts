/** Resolves after that many milliseconds. Rejects if the signal aborts first. */
export const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    signal.addEventListener('abort', leave)
    setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
  })
