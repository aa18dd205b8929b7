import { ConfigError } from '../config/config-error.ts'
import { readConfig, readServices, type Config } from '../config/config.ts'
import { lastDeliveryByToken } from '../loyalty-webhooks/recent-deliveries.ts'
import { redactSecret } from '../config/redact-secret.ts'
import type { ServicesConfig } from '../upstream/service-settings.ts'
import { failed, noted, passed, type Finding } from './finding.ts'
import { checkSessionKeys, checkStore } from './store-checks.ts'
import { checkReporting } from './reporting-checks.ts'
import { createProbe, type ProbeTimeouts, type Probe } from './probe.ts'
import { checkLoyalty, checkProtection, checkTrack, openServices } from './service-checks.ts'
import { checkClock, checkOrigins, checkPublicUrl, checkReverseProxies } from './network-checks.ts'
import { checkShopify } from './shopify-check.ts'
import { checkWebhooks } from './webhook-checks.ts'

/** Characters that a line has at the most, whatever a service says. */
const maxLength = 1000

type Environment = Readonly<Record<string, string | undefined>>

/** Looks at everything that the proxy relies on, and changes nothing: settings, services, clock, addresses, keys, store. */
export async function runChecks(env: Environment, timeouts?: ProbeTimeouts): Promise<Finding[]> {
  const probe = createProbe(timeouts)
  try {
    const given = readSettings(env)
    const { config } = given
    const services = await checkServices(config ?? readWhatCanBeRead(env), probe, config)
    const surroundings = config ? await Promise.all([checkPublicUrl(config, probe), checkOrigins(config, probe), checkShopify(config)]) : []
    const rest = config
      ? [checkReverseProxies(config), ...checkReporting(config), checkSessionKeys(config), ...(await checkStore(config))]
      : [noted('the rest', 'not checked: fix the settings first')]
    const findings = [...given.findings, ...services, ...surroundings.flat(), checkClock(probe), ...rest]
    return findings.map((finding) => ({ ...finding, says: redactSecrets(finding.says, env).slice(0, maxLength) }))
  } finally {
    await probe.close()
  }
}

/** A service may repeat in its words what it was sent. */
function redactSecrets(words: string, env: Environment): string {
  const secrets = Object.entries(env).flatMap(([name, value]) => (/KEY|TOKEN|SECRET/.test(name) && value ? value.split(/[,:]/) : []))
  return secrets.filter((secret) => secret.length >= 12).reduce((safe, secret) => redactSecret(safe, secret.trim()), words)
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

async function checkServices(config: ServicesConfig, probe: Probe, whole: Config | undefined): Promise<Finding[]> {
  const services = openServices(config, probe)
  const loyaltyAsked = checkLoyalty(services)
  const [loyalty, protection, track, webhooks] = await Promise.all([
    loyaltyAsked,
    checkProtection(config.protection, probe),
    checkTrack(config.track, probe),
    whole &&
      loyaltyAsked.then(({ verdict: service }) =>
        checkWebhooks(services, { ...whole, seen: () => lastDeliveryByToken(whole.store).catch(() => undefined), service }),
      ),
  ])
  return [loyalty, ...protection, track, ...(webhooks ? [webhooks] : [])]
}
