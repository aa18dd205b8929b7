import { ConfigError, readConfig, readServices, type Config } from '../config/config.ts'
import { tokensSeen } from '../loyalty-webhooks/seen.ts'
import { withoutSecret } from '../identity/secrets.ts'
import type { ServicesConfig } from '../upstream/service-settings.ts'
import { failed, noted, passed, type Finding } from './check.ts'
import { checkSessionKeys, checkStore } from './keeping.ts'
import { checkReporting } from './reporting.ts'
import { createReach, type Patience, type Reach } from './reach.ts'
import { checkLoyalty, checkProtection, checkTrack, openServices } from './services.ts'
import { checkClock, checkOrigins, checkPublicUrl, checkReverseProxies } from './surroundings.ts'
import { checkWebhooks } from './webhooks.ts'

/** Characters that a line has at the most, whatever a service says. */
const longest = 1000

type Environment = Readonly<Record<string, string | undefined>>

/** Looks at everything that the proxy relies on, and changes nothing: settings, services, clock, addresses, keys, store. */
export async function examine(env: Environment, patience?: Patience): Promise<Finding[]> {
  const reach = createReach(patience)
  try {
    const given = readSettings(env)
    const { config } = given
    const services = await checkServices(config ?? readWhatCanBeRead(env), reach, config)
    const surroundings = config ? await Promise.all([checkPublicUrl(config, reach), checkOrigins(config, reach)]) : []
    const rest = config
      ? [checkReverseProxies(config), ...checkReporting(config), checkSessionKeys(config), ...(await checkStore(config))]
      : [noted('the rest', 'not checked: fix the settings first')]
    const findings = [...given.findings, ...services, ...surroundings.flat(), checkClock(reach), ...rest]
    return findings.map((finding) => ({ ...finding, says: withoutSecrets(finding.says, env).slice(0, longest) }))
  } finally {
    await reach.close()
  }
}

/** A service may repeat in its words what it was sent. */
function withoutSecrets(words: string, env: Environment): string {
  const secrets = Object.entries(env).flatMap(([name, value]) => (/KEY|TOKEN|SECRET/.test(name) && value ? value.split(/[,:]/) : []))
  return secrets.filter((secret) => secret.length >= 12).reduce((safe, secret) => withoutSecret(safe, secret.trim()), words)
}

function readSettings(env: Environment): { config?: Config; findings: Finding[] } {
  try {
    return { config: readConfig(env), findings: [passed('settings', 'read')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { findings: error.lines.map((line) => failed('settings', line, 'Set it in the environment of the proxy')) }
  }
}

/** The services whose own settings are right, whatever is wrong with the rest. */
function readWhatCanBeRead(env: Environment): ServicesConfig {
  const one = <Service extends keyof ServicesConfig>(service: Service): ServicesConfig[Service] | undefined => {
    try {
      return readServices(env, service)[service]
    } catch {
      return undefined // named among the settings, or not set up at all
    }
  }
  return { loyalty: one('loyalty'), protection: one('protection'), track: one('track') }
}

async function checkServices(config: ServicesConfig, reach: Reach, whole: Config | undefined): Promise<Finding[]> {
  const services = openServices(config, reach)
  const loyaltyAsked = checkLoyalty(services)
  const [loyalty, protection, track, webhooks] = await Promise.all([
    loyaltyAsked,
    checkProtection(config.protection, reach),
    checkTrack(config.track, reach),
    whole &&
      loyaltyAsked.then(({ verdict: service }) => checkWebhooks(services, { ...whole, seen: () => tokensSeen(whole.store).catch(() => undefined), service })),
  ])
  return [loyalty, ...protection, track, ...(webhooks ? [webhooks] : [])]
}
