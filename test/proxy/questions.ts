import type { Stack } from '../stack.ts'

/** Counts the requests that the services received for an operation, such as `POST /protection/api/v1/quotes`. */
export async function questionsOf(stack: Stack, operation: string): Promise<number> {
  const { requests } = await stack.state<{ requests: { operation: string; count: number }[] }>('requests')
  return requests.find((one) => one.operation === operation)?.count ?? 0
}

/** Counts all requests that the services received. */
export async function allQuestions(stack: Stack): Promise<number> {
  const { requests } = await stack.state<{ requests: { count: number }[] }>('requests')
  return requests.reduce((sum, { count }) => sum + count, 0)
}
