import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { ServicesOptions } from './world.ts'

/** An option of the stand-ins, set by a flag or else by the environment. */
interface Flag {
  /** The kind of value that the flag needs; absent for a flag without a value. */
  takes?: string
  says: string
  /** Parses the text; undefined if the text is invalid. */
  read: (text: string) => Partial<ServicesOptions> | undefined
}

type Chosen<Value> = (value: Value) => Partial<ServicesOptions>

const number = (chosen: Chosen<number>) => (text: string) => (/^\d{1,15}$/.test(text) ? chosen(Number(text)) : undefined)
const yesOrNo = (chosen: Chosen<boolean>) => (text: string) => (/^(true|false)$/.test(text) ? chosen(text === 'true') : undefined)

const flags: Record<string, Flag> = {
  state: {
    takes: '<file>',
    says: 'store the state in this file between runs; without it, in memory only',
    read: (stateFile) => (stateFile === '' ? undefined : { stateFile }),
  },
  'effect-delay': { takes: '<ms>', says: 'delay before work that loyalty forwards takes effect', read: number((effectDelay) => ({ effectDelay })) },
  'enrichment-delay': {
    takes: '<ms>',
    says: 'delay before a carrier responds; above 15000 the carrier never responds',
    read: number((delay) => ({ enrichment: { delay } })),
  },
  'delivery-timeout': {
    takes: '<ms>',
    says: 'time limit for the response to a webhook or a claim; default 5000',
    read: number((timeoutMs) => ({ deliveries: { timeoutMs } })),
  },
  'delivery-waits': {
    takes: '<ms,…>',
    says: 'wait before each retry of such a call; default 1000,5000,15000,60000',
    read: (text) => (/^\d{1,15}(,\d{1,15})*$/.test(text) ? { deliveries: { waitsMs: text.split(',').map(Number) } } : undefined),
  },
  'claims-url': {
    takes: '<url>',
    says: 'address at which the merchant resolves claims: the part before /orders',
    read: (claimsUrl) => (/^https?:/i.test(claimsUrl) && URL.canParse(claimsUrl) ? { claimsUrl } : undefined),
  },
  'credit-bonus': {
    takes: '<percent>',
    says: 'how far a store credit may exceed the cost of its lines; default 10',
    read: number((creditBonus) => ({ creditBonus })),
  },
  'credits-unpaged': {
    says: 'show a member all their credits at once, whatever page is requested',
    read: yesOrNo((creditsUnpaged) => ({ creditsUnpaged })),
  },
  'protect-later-days': {
    takes: '<days>',
    says: 'time after an order during which it can still be protected; default 14',
    read: number((protectLaterDays) => ({ protectLaterDays })),
  },
  'refuse-other-amounts': {
    says: 'refuse an order that insures another amount than was quoted, instead of flagging it',
    read: yesOrNo((refuseOtherAmounts) => ({ refuseOtherAmounts })),
  },
}

/** Returns the name of a flag in the environment. */
const inEnvironment = (name: string) => `SERVICES_${name.replaceAll('-', '_').toUpperCase()}`

const lineOf = ([name, { takes, says }]: [string, Flag]) =>
  `  ${`--${name}${takes ? ` ${takes}` : ''}`.padEnd(29)} ${says}\n${' '.repeat(32)}(or ${inEnvironment(name)}${takes ? '' : '=true'})`

/** The text of `--help`. */
export const usage = `npm run services -- [flags]

${Object.entries(flags).map(lineOf).join('\n')}

  SERVICES_PORT                 the port, default 4102; 0 selects a free port
  HOST                          the address to listen at

  A change by a request is in the state file before the response is sent. If the process is killed, the file may lack
  the last second of changes that time alone makes, such as work that comes due.
`

/** Reads the options from the flags, or else from the environment. Throws an error that names an invalid one. */
export function readFlags(args: readonly string[], env: NodeJS.ProcessEnv): Partial<ServicesOptions> | 'help' {
  const types = Object.entries(flags).map(([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' }] as const)
  const options: NonNullable<ParseArgsConfig['options']> = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } }
  const values: Record<string, unknown> = parseArgs({ args: [...args], options }).values
  if (values.help) return 'help'
  // A person watches the demo: waits of hours, as in a real service (A54), are too long.
  let chosen: Partial<ServicesOptions> = { deliveries: { waitsMs: [1_000, 5_000, 15_000, 60_000] } }
  for (const [name, { takes = 'true or false', read }] of Object.entries(flags)) {
    const value = values[name]
    const text = typeof value === 'string' || value === true ? String(value) : env[inEnvironment(name)] || undefined
    if (text === undefined) continue
    const meant = read(text)
    if (!meant) throw new Error(`${value === undefined ? inEnvironment(name) : `--${name}`} takes ${takes}, not "${text}".`)
    chosen = { ...chosen, ...meant, deliveries: { ...chosen.deliveries, ...meant.deliveries } }
  }
  return chosen
}
