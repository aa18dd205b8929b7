// Posts 250 kB of nested numbers to the loyalty webhook, again and again over 32 connections, as somebody who knows no token.
import { Agent, request } from 'undici'

const [, , address] = process.argv
const body = `{"a":[${'1,'.repeat(125_000)}1]}`
const dispatcher = new Agent({ connections: 32 })
const headers = { 'Content-Type': 'application/json' }
const began = performance.now()
let wanted = true
let refused = 0
let broken = 0

process.once('message', () => (wanted = false))

async function connection() {
  while (wanted) {
    try {
      const answer = await request(`${address}/v1/webhooks/loyalty`, { method: 'POST', dispatcher, headers, body })
      await answer.body.dump()
      refused += 1
    } catch {
      // The server may end the connection before all was sent.
      broken += 1
    }
    if (refused + broken === 1) process.send!('flooding')
  }
}

await Promise.all(Array.from({ length: 32 }, connection))
const seconds = (performance.now() - began) / 1000
process.send!({ refused: refused / seconds, broken: broken / seconds })
