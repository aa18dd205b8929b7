import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports that no system gives to who asks for any, be it to listen or to call from, and that every browser calls: what is free here stays free until it is used. */
const range = [11_000, 32_000] as const

/** A port that nobody listens on, for parts that have to be told each other's address before they start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
