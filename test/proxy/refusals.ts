import assert from 'node:assert/strict'
import { ResponseError } from '../../src/contract/client.ts'
import type { Problem, ProblemCode } from '../../src/contract/problem.ts'

/** Returns the problem of a response; fails if the response is not a problem or has another code. */
export async function refusalOf(asked: Promise<unknown>, code: ProblemCode): Promise<Problem> {
  const problem = await problemOf(asked)
  assert.equal(problem.code, code, JSON.stringify(problem))
  return problem
}

/** Returns the problem of a response, with any code. */
export async function problemOf(asked: Promise<unknown>): Promise<Problem> {
  const outcome = await asked.then(
    (answer) => assert.fail(`answered ${JSON.stringify(answer).slice(0, 300)}`),
    (error: unknown) => error,
  )
  if (!(outcome instanceof ResponseError)) throw outcome
  return outcome.problem as Problem
}

/** The problem's line about a field. */
export const lineAbout = ({ errors = [] }: Problem, field: string) => errors.find((line) => line.startsWith(`${field} `))
