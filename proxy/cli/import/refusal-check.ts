import { ResponseError } from '../../../src/contract/client.ts'
import { readServices } from '../../config/config.ts'
import type { Finding } from '../../doctor/finding.ts'
import { createProbe, type Probe } from '../../doctor/probe.ts'
import { checkLoyalty, checkProtection, openServices } from '../../doctor/service-checks.ts'
import { serviceWords } from '../../http/problems.ts'
import type { FamilyName } from '../service/callers.ts'

/** What in a refusal says that no line would be taken: the words for it, or undefined where it is about the line alone. */
export type RefusalCheck = (error: unknown) => Promise<readonly string[] | undefined>

/**
 * Tells a line that is refused from a key or an address that is wrong. Statuses alone do not: a wrong key may be 400 (A3), and a wrong
 * address is 404 as a member is who is not there. So the first refusal is followed by a question that holds nothing to refuse but the key.
 */
export function createRefusalCheck(family: FamilyName, env: Readonly<Record<string, string | undefined>>): RefusalCheck {
  let looked: Promise<readonly string[] | undefined> | undefined
  return (error) => {
    if (!(error instanceof ResponseError)) return Promise.resolve(undefined)
    if (family === 'claims') return Promise.resolve(isNobody(error) ? ['Nobody takes claims at this address.', 'Check PUBLIC_URL or --claims-url.'] : undefined)
    return (looked ??= look(family, env))
  }
}

/** Whether no program of ours or the service's has said no: any web server answers 404 for a path that leads nowhere. */
const isNobody = (error: ResponseError) => (error.status === 404 || error.status === 405) && serviceWords(error).length === 0

async function look(family: FamilyName, env: Parameters<typeof createRefusalCheck>[1]): Promise<readonly string[] | undefined> {
  const reach = createProbe()
  try {
    const wrong = (await findings(family, env, reach)).find(({ verdict }) => verdict === 'failed')
    return wrong && [`${wrong.check}: ${wrong.says}.`, ...(wrong.remedy ? [`${wrong.remedy}.`] : [])]
  } finally {
    await reach.close()
  }
}

async function findings(family: FamilyName, env: Parameters<typeof createRefusalCheck>[1], reach: Probe): Promise<readonly Finding[]> {
  if (family === 'protection') return checkProtection(readServices(env, 'protection').protection, reach)
  return [await checkLoyalty(openServices(readServices(env, 'loyalty'), reach))]
}
