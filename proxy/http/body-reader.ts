import type { IncomingMessage } from 'node:http'
import { limitArrivals } from './arriving-bodies.ts'
import type { AddressReader } from './client-address.ts'
import { bodyTooLarge, Refusal } from './problems.ts'

/** The most bytes of a body that is read before its sender is known. Bodies from browsers have some hundreds of bytes. */
export const smallBody = 16 * 1024

/** Reads a body of at most `most` bytes. Rejects with `body-too-large` for a longer one, before reading it if its length is announced. */
export type ReadBody = (payload: IncomingMessage, most: number) => Promise<Buffer>

/**
 * Creates a reader of bodies that authenticate their senders. At most `atOnce` bodies arrive at the same time; one more replaces the oldest
 * ({@link limitArrivals}): a platform sends an order within milliseconds.
 */
export function createBodyReader(atOnce: number, addressOf: AddressReader): ReadBody {
  const begin = limitArrivals(atOnce, addressOf)
  return (payload, most) =>
    new Promise((resolve, reject) => {
      if (Number(payload.headers['content-length']) > most) return reject(tooLarge())
      const chunks: Buffer[] = []
      let length = 0
      const end = () => {
        arrived()
        payload.off('data', take).off('end', finish).off('error', refuse).off('close', leave)
      }
      const refuse = (error: Error) => {
        end()
        reject(error)
      }
      const take = (chunk: Buffer) => {
        length += chunk.length
        if (length > most) refuse(tooLarge())
        else chunks.push(chunk)
      }
      const finish = () => {
        end()
        resolve(Buffer.concat(chunks, length))
      }
      const leave = () => refuse(new Refusal('invalid-request', 'The body is incomplete.'))
      payload.on('data', take).on('end', finish).on('error', refuse).on('close', leave)
      const arrived = begin(payload, refuse)
    })
}

const tooLarge = () => new Refusal('body-too-large', bodyTooLarge)
