import type { Stack } from '../stack.ts'

/** How often the services were asked for an operation, such as `POST /protection/api/v1/quotes`. */
export async function questionsOf(stack: Stack, operation: string): Promise<number> {
  const { requests } = await stack.state<{ requests: { operation: string; count: number }[] }>('requests')
  return requests.find((one) => one.operation === operation)?.count ?? 0
}

/** How often the services were asked for anything at all. */
export async function allQuestions(stack: Stack): Promise<number> {
  const { requests } = await stack.state<{ requests: { count: number }[] }>('requests')
  return requests.reduce((sum, { count }) => sum + count, 0)
}
