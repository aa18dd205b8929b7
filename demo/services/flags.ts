import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { ServicesOptions } from './world.ts'

/** Something about the stand-ins that whoever starts them may choose, by a flag or else by the environment. */
interface Flag {
  /** What the flag takes; absent where it is enough that it is there. */
  takes?: string
  says: string
  /** What its text asks for; undefined where it means nothing. */
  read: (text: string) => Partial<ServicesOptions> | undefined
}

type Chosen<Value> = (value: Value) => Partial<ServicesOptions>

const number = (chosen: Chosen<number>) => (text: string) => (/^\d{1,15}$/.test(text) ? chosen(Number(text)) : undefined)
const yesOrNo = (chosen: Chosen<boolean>) => (text: string) => (/^(true|false)$/.test(text) ? chosen(text === 'true') : undefined)

const flags: Record<string, Flag> = {
  state: {
    takes: '<file>',
    says: 'keep the state in this file from one run to the next; in memory alone, if absent',
    read: (stateFile) => (stateFile === '' ? undefined : { stateFile }),
  },
  'effect-delay': { takes: '<ms>', says: 'until work that loyalty forwards takes effect', read: number((effectDelay) => ({ effectDelay })) },
  'enrichment-delay': {
    takes: '<ms>',
    says: 'until a carrier has answered; one that takes more than 15000 never does',
    read: number((delay) => ({ enrichment: { delay } })),
  },
  'delivery-timeout': {
    takes: '<ms>',
    says: 'that an address has to answer a webhook or a claim; 5000 unless set',
    read: number((timeoutMs) => ({ deliveries: { timeoutMs } })),
  },
  'delivery-waits': {
    takes: '<ms,…>',
    says: 'before each further try of such a call; 1000,5000,15000,60000 unless set',
    read: (text) => (/^\d{1,15}(,\d{1,15})*$/.test(text) ? { deliveries: { waitsMs: text.split(',').map(Number) } } : undefined),
  },
  'claims-url': {
    takes: '<url>',
    says: 'where the merchant resolves claims: what stands before /orders',
    read: (claimsUrl) => (/^https?:/i.test(claimsUrl) && URL.canParse(claimsUrl) ? { claimsUrl } : undefined),
  },
  'credit-bonus': {
    takes: '<percent>',
    says: 'by which a store credit may exceed what its lines cost; 10 unless set',
    read: number((creditBonus) => ({ creditBonus })),
  },
  'credits-unpaged': {
    says: 'show a member all of their credits at once, whatever page is asked for',
    read: yesOrNo((creditsUnpaged) => ({ creditsUnpaged })),
  },
  'protect-later-days': {
    takes: '<days>',
    says: 'after the order in which it can still be protected; 14 unless set',
    read: number((protectLaterDays) => ({ protectLaterDays })),
  },
  'refuse-other-amounts': {
    says: 'refuse an order that insures another amount than was quoted, instead of flagging it',
    read: yesOrNo((refuseOtherAmounts) => ({ refuseOtherAmounts })),
  },
}

/** What the environment calls a flag. */
const inEnvironment = (name: string) => `SERVICES_${name.replaceAll('-', '_').toUpperCase()}`

const lineOf = ([name, { takes, says }]: [string, Flag]) =>
  `  ${`--${name}${takes ? ` ${takes}` : ''}`.padEnd(29)} ${says}\n${' '.repeat(32)}(or ${inEnvironment(name)}${takes ? '' : '=true'})`

/** What `--help` says. */
export const usage = `npm run services -- [flags]

${Object.entries(flags).map(lineOf).join('\n')}

  SERVICES_PORT                 the port, 4102 unless set; 0 for any that is free
  HOST                          the address to listen at

  What a request changes is in the state file before it is answered. What time alone brings about, such as work that
  comes due, may be about a second behind in it when the process is killed.
`

/** What the flags ask for, or else the environment; an error that names the one that means nothing. */
export function readFlags(args: readonly string[], env: NodeJS.ProcessEnv): Partial<ServicesOptions> | 'help' {
  const types = Object.entries(flags).map(([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' }] as const)
  const options: NonNullable<ParseArgsConfig['options']> = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } }
  const values: Record<string, unknown> = parseArgs({ args: [...args], options }).values
  if (values.help) return 'help'
  // Somebody is watching: hours, as a real service waits them (A54), are too long.
  let chosen: Partial<ServicesOptions> = { deliveries: { waitsMs: [1_000, 5_000, 15_000, 60_000] } }
  for (const [name, { takes = 'true or false', read }] of Object.entries(flags)) {
    const said = values[name]
    const text = typeof said === 'string' || said === true ? String(said) : env[inEnvironment(name)] || undefined
    if (text === undefined) continue
    const meant = read(text)
    if (!meant) throw new Error(`${said === undefined ? inEnvironment(name) : `--${name}`} takes ${takes}, not "${text}".`)
    chosen = { ...chosen, ...meant, deliveries: { ...chosen.deliveries, ...meant.deliveries } }
  }
  return chosen
}
