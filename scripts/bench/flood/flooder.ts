// Posts 250 kB of nested numbers to the loyalty webhook, again and again over 32 connections, without a token. With "many" each body comes from
// another network, according to X-Forwarded-For.
import { Agent, request } from 'undici'

const [, , address, networks] = process.argv
const body = `{"a":[${'1,'.repeat(125_000)}1]}`
const dispatcher = new Agent({ connections: 32 })
const headers = () => ({ 'Content-Type': 'application/json', ...(networks === 'many' && { 'X-Forwarded-For': anyAddress() }) })
const anyAddress = () => [1, 2, 3, 4].map(() => 1 + Math.floor(Math.random() * 223)).join('.')
const began = performance.now()
let wanted = true
let refused = 0
let broken = 0

process.once('message', () => (wanted = false))
process.once('disconnect', () => process.exit())

async function connection() {
  while (wanted) {
    try {
      const answer = await request(`${address}/v1/webhooks/loyalty`, { method: 'POST', dispatcher, headers: headers(), body })
      await answer.body.dump()
      refused += 1
    } catch {
      // The server may close the connection before the whole body is sent.
      broken += 1
    }
    if (refused + broken === 1) process.send!('flooding')
  }
}

await Promise.all(Array.from({ length: 32 }, connection))
const seconds = (performance.now() - began) / 1000
process.send!({ refused: refused / seconds, broken: broken / seconds })
