import { readListening, type Listening } from '../config/config.ts'
import { runCommand } from './command.ts'
import { Stop } from './io/exit-codes.ts'
import { openScreen } from './io/screen.ts'
import { settingsOption } from './io/settings-file.ts'
import { escapeControls } from './io/terminal-text.ts'
import { invocation } from './io/invocation.ts'

/** Milliseconds for an answer; the check of a store takes up to two seconds. */
const timeout = 4_000

/** Runs `health`, and sets the exit code. */
export const runHealthCommand = (description: string, words: string[]) =>
  runCommand({ name: 'health', description, words }, (command) => command.option(...settingsOption).action(() => checkHealth(invocation().env)))

/**
 * Asks the proxy that runs beside this process, with the same settings, whether it is ready; without `OPERATOR_PORT`, whether it is alive. Prints its
 * answer. For systems that run a command instead of sending a request, such as the health checks of containers.
 */
async function checkHealth(env: Readonly<Record<string, string | undefined>>) {
  const url = urlOf(readListening(env))
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) }).catch((error: unknown) => {
    const { message, cause } = error as Error
    const code = (cause as { code?: unknown } | undefined)?.code
    throw new Stop('refused', [`No proxy answers at ${url}: ${typeof code === 'string' ? code : message}.`], { cause: error })
  })
  await openScreen().print(escapeControls(await answer.text()))
  if (!answer.ok) throw new Stop('refused', [`The proxy is not ready: it answered ${answer.status}.`])
}

function urlOf({ port, host, operatorPort, operatorHost }: Listening): string {
  const [address, path] = operatorPort === undefined ? [toOwn(host, port), 'livez'] : [toOwn(operatorHost, operatorPort), 'readyz']
  return `http://${address}/${path}`
}

/** A server that listens on all addresses is reached at loopback. */
function toOwn(host: string, port: number): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${own.includes(':') ? `[${own}]` : own}:${port}`
}
