// Adds jobs until they are refused, and prints how many were accepted and how the next were refused.
import { Refusal } from '../../proxy/http/problems.ts'
import { startQueue, job } from './stores.ts'

const [folder = ''] = process.argv.slice(2)
const queue = await startQueue({ folder })
let accepted = 0
let refusal: unknown
while (refusal === undefined && accepted < 1_000) {
  await queue.enqueue([job({ n: accepted, text: 'x'.repeat(20_000) }), job({ n: accepted, second: true })]).then(
    () => (accepted += 1),
    (error: unknown) => (refusal = error),
  )
}
const { code, retryAfter } = refusal as Refusal
process.stdout.write(JSON.stringify({ accepted, code, retryAfter }), () => process.exit())
