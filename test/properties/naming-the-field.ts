import assert from 'node:assert/strict'
import { ResponseError } from '../../src/contract/client.ts'
import type { Spoilt } from './spoil.ts'

type Faulty = Pick<Spoilt, 'fields'>

/** Expects a service to refuse bad input, and one line of its answer to begin with the field that is at fault. */
export async function assertRefused(call: Promise<unknown>, faulty: Faulty) {
  const answer = await errorOf(call)
  if (!(answer instanceof ResponseError)) throw answer
  assert.ok([400, 422].includes(answer.status), `${answer.message}: ${JSON.stringify(answer.problem)}`)
  const { error, errors, message } = answer.problem as { error?: string[]; errors?: string[]; message?: string }
  assertNamed(error ?? errors ?? message?.split('; ') ?? [], faulty)
}

/** Expects a call to be refused before it is sent, by the name of the field. */
export async function assertNotSent(call: Promise<unknown>, faulty: Faulty) {
  const { errors = [] } = (await errorOf(call)) as { errors?: string[] }
  assertNamed(errors, faulty)
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    (answer) => assert.fail(`was accepted: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )

function assertNamed(lines: readonly string[], { fields }: Faulty) {
  const names = fields.flatMap((field) => field.split('.').map((_, index, path) => plain(path.slice(index).join('.'))))
  assert.ok(
    lines.some((line) => names.some((name) => plain(line).startsWith(name))),
    `none of ${fields.join(', ')} is named in ${JSON.stringify(lines)}`,
  )
}

/** A name in any of its forms: `items.0.image_url`, `items.0.imageUrl` and "Items 1 image url" are one. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b\d+\b/g, '')
    .replace(/[^a-z0-9]/g, '')
