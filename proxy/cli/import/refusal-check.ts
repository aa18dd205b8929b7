import { ResponseError } from '../../../src/contract/client.ts'
import { readServices } from '../../config/config.ts'
import type { Finding } from '../../doctor/finding.ts'
import { createProbe, type Probe } from '../../doctor/probe.ts'
import { checkLoyalty, checkProtection, openServices } from '../../doctor/service-checks.ts'
import { serviceWords } from '../../http/problems.ts'
import type { FamilyName } from '../service/callers.ts'

/** Returns the words for a refusal that concerns every line; undefined if it concerns only this line. */
export type RefusalCheck = (error: unknown) => Promise<readonly string[] | undefined>

/**
 * Distinguishes a refused line from a wrong key or address. The status is not enough: a wrong key may get 400 (A3), and a wrong address
 * gets 404 like an unknown member. So after the first refusal, a request is sent that can only be refused because of the key.
 */
export function createRefusalCheck(family: FamilyName, env: Readonly<Record<string, string | undefined>>): RefusalCheck {
  let result: Promise<readonly string[] | undefined> | undefined
  return (error) => {
    if (!(error instanceof ResponseError)) return Promise.resolve(undefined)
    if (family === 'claims') return Promise.resolve(isOtherServer(error) ? ['This address accepts no claims.', 'Check PUBLIC_URL or --claims-url.'] : undefined)
    return (result ??= checkSettings(family, env))
  }
}

/** Whether the refusal comes from another web server: any server answers an unknown path with 404. */
const isOtherServer = (error: ResponseError) => (error.status === 404 || error.status === 405) && serviceWords(error).length === 0

async function checkSettings(family: FamilyName, env: Parameters<typeof createRefusalCheck>[1]): Promise<readonly string[] | undefined> {
  const probe = createProbe()
  try {
    const wrong = (await findings(family, env, probe)).find(({ verdict }) => verdict === 'failed')
    return wrong && [`${wrong.check}: ${wrong.says}.`, ...(wrong.remedy ? [`${wrong.remedy}.`] : [])]
  } finally {
    await probe.close()
  }
}

async function findings(family: FamilyName, env: Parameters<typeof createRefusalCheck>[1], probe: Probe): Promise<readonly Finding[]> {
  if (family === 'protection') return checkProtection(readServices(env, 'protection').protection, probe)
  return [await checkLoyalty(openServices(readServices(env, 'loyalty'), probe))]
}
