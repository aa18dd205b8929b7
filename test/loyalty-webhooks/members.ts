import type { TestContext } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { startStack, type Stack } from '../stack.ts'

/** A stack that ends with the test. */
export async function started(context: TestContext): Promise<Stack> {
  const stack = await startStack()
  context.after(() => stack.stop())
  return stack
}

/** Signs a member in; resolves to their membership and a client for further requests. */
export async function signIn(stack: Stack, customer: string) {
  const { token, membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })
  return { membership, browser: stack.browser(loyalty, { token }) }
}
