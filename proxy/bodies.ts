import type { IncomingMessage } from 'node:http'
import { Refusal } from './problems.ts'

/** Bytes that a body may have whose sender is not known before it is read. What browsers send has some hundreds. */
export const smallBody = 16 * 1024

/** Reads a body of at most so many bytes. Rejects with `body-too-large` for a longer one, before it is read where its length is announced. */
export type ReadBody = (payload: IncomingMessage, most: number) => Promise<Buffer>

interface ArrivingBody {
  refuse(error: Error): void
}

/**
 * Reads bodies by which their senders are to be known, at most so many at the same time, so that nobody can fill the memory with them. One more takes
 * the place of the one that has been arriving for the longest: a platform sends an order within milliseconds, and somebody who holds a place does not.
 */
export function createBodyReader(atOnce: number): ReadBody {
  const arriving = new Set<ArrivingBody>()
  return (payload, most) =>
    new Promise((resolve, reject) => {
      if (Number(payload.headers['content-length']) > most) return reject(tooLarge())
      const chunks: Buffer[] = []
      let length = 0
      const end = () => {
        arriving.delete(body)
        payload.off('data', take).off('end', finish).off('error', body.refuse).off('close', leave)
      }
      const body: ArrivingBody = {
        refuse(error) {
          end()
          reject(error)
        },
      }
      const take = (chunk: Buffer) => {
        length += chunk.length
        if (length > most) body.refuse(tooLarge())
        else chunks.push(chunk)
      }
      const finish = () => {
        end()
        resolve(Buffer.concat(chunks, length))
      }
      const leave = () => body.refuse(new Refusal('invalid-request', 'The body did not arrive whole.'))
      payload.on('data', take).on('end', finish).on('error', body.refuse).on('close', leave)
      arriving.add(body)
      const [longest] = arriving
      if (arriving.size > atOnce) longest!.refuse(new Refusal('overloaded', 'Too many bodies arrive at once. Try again in some seconds.', { retryAfter: 5 }))
    })
}

const tooLarge = () => new Refusal('body-too-large', 'Send less in one request.')
