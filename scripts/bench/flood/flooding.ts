// Posts 250 kB of nested numbers to the loyalty webhook, again and again over 32 connections, as somebody who knows no token.
import { Agent, request } from 'undici'

const [, , proxy] = process.argv
const body = `{"a":[${'1,'.repeat(125_000)}1]}`
const dispatcher = new Agent({ connections: 32 })
const headers = { 'Content-Type': 'application/json' }
const began = performance.now()
let wanted = true
let refused = 0

process.once('message', () => (wanted = false))

async function connection() {
  while (wanted) {
    try {
      const answer = await request(`${proxy}/v1/webhooks/loyalty`, { method: 'POST', dispatcher, headers, body })
      await answer.body.dump()
    } catch {
      // The proxy may end the connection before all was sent.
    }
    refused += 1
    if (refused === 1) process.send!('flooding')
  }
}

await Promise.all(Array.from({ length: 32 }, connection))
process.send!(refused / ((performance.now() - began) / 1000))
