import { createServer, type AddressInfo } from 'node:net'

/** A port that nobody listens on, for parts that have to be told each other's address before they start. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        server.close(() => resolve(port))
      })
  })
