import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Ports that no system gives to who asks for any, be it to listen or to call from, and that every browser calls: what is free here stays free until it is used. */
const range = [11_000, 32_000] as const

/** A port that nobody listens on and that no other process is given while this one lives, for parts that need each other's address before they start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range)
    const giveBack = await reserve(port)
    if (!giveBack) continue
    if (await isFree(port)) return port
    giveBack()
  }
}

/** Takes the port of that number for datagrams, which nobody needs and only one process can have; resolves to what gives it back, or to nothing where another has it. */
const reserve = (port: number): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket
      .unref()
      .on('error', () => resolve(undefined))
      .bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(() => socket.close()))
  })

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
