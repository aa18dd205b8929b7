import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { createConnectWithRetryAfter, openCaller } from './service/callers.ts'
import { confirm } from './io/confirm.ts'
import { exitCodes, Stop } from './io/exit-codes.ts'
import { shapeOf } from './io/fields.ts'
import { createSignIn, type AsMember } from './service/sign-in.ts'
import { startProgress } from './io/progress.ts'
import { onClosedOutput, openScreen } from './io/screen.ts'
import { settingsOption } from './io/settings-file.ts'
import { toEscapedJson } from './io/terminal-text.ts'
import { readToken, tokenOption } from './io/input.ts'
import { kebab } from './io/flags.ts'
import { type ServiceName, type Verb } from './service/verbs.ts'
import { conclude } from './import/summary.ts'
import { createRefusalCheck } from './import/refusal-check.ts'
import { importLines } from './import/run-import.ts'
import { noJournal, openJournal } from './import/journal.ts'
import { readLines, type Format } from './import/input-lines.ts'
import { openReport } from './import/report.ts'
import { isFile, openText } from './import/source.ts'

interface Options extends AsMember {
  yes?: boolean
  dryRun?: boolean
  resume?: boolean
  refusedToo?: boolean
  progress?: string
  refused?: string
  parallel: number
  format?: Format
  json?: boolean
  claimsUrl?: string
}

/** Gives a service's command the import of many lines. */
export function addImport(parent: Command, service: ServiceName, verbs: readonly Verb[]) {
  parent
    .commandsGroup('Many at once:')
    .command('import')
    .description('Call one operation that changes something for every line of a file: JSON objects, or CSV under a line of field names such as customer.email.')
    .addArgument(new Argument('<verb>', 'what to call').choices(verbs.filter(isImportable).map(({ name }) => kebab(name))))
    .argument('<file>', 'the lines; - for standard input')
    .option('-y, --yes', 'do not ask before the first line is sent')
    .option('--dry-run', 'check every line and send nothing')
    .option('--resume', 'go on after an import that was ended; no line that was answered is sent again, nor any that might then be done twice')
    .option('--refused-too', 'with --resume: send refused lines again, as they are in the file now')
    .option('--progress <path>', 'where it is noted what was sent (default: the file and ".done")')
    .option('--refused <path>', 'where refused lines are listed with their reasons (default: the file and ".refused.jsonl")')
    .option('--parallel <number>', 'lines under way at once; those about the same member, order or shipment keep their order', readCount, 4)
    .addOption(new Option('--format <name>', 'how the lines are written (default: by the name of the file)').choices(['jsonl', 'csv']))
    .option('--json', 'print each answer as a JSON object with its line')
    .option('--as <customer id>', 'for operations of a member: whom to sign in as, where the line names none')
    .option(...tokenOption)
    .option('--claims-url <url>', "for claims: the merchant's address (default: PUBLIC_URL and /v1/claims)")
    .option(...settingsOption)
    .action(async (name: string, file: string, options: Options) =>
      runImport(
        service,
        verbs.find((verb) => kebab(verb.name) === name)!,
        file,
        options,
      ),
    )
}

/** What changes something; tokens of members are no list to print. */
const isImportable = ({ name, operation }: Verb) => operation.method !== 'GET' && name !== 'authenticate'

async function runImport(service: ServiceName, verb: Verb, file: string, options: Options) {
  const { dryRun = false, resume = false, refusedToo = false, parallel } = options
  const again = isFile(file)
  const besides: OutputFiles = again ? outputFilesOf(file, options) : options
  const format = options.format ?? (/\.csv$/i.test(file) ? 'csv' : 'jsonl')
  if (resume && !besides.progress)
    throw new Stop('misused', ['--resume needs --progress for standard input or a pipe: the file that the last import has written.'])
  if (refusedToo && !resume) throw new Stop('misused', ['--refused-too goes with --resume.'])
  const token = await readToken(options.token, file)
  const { connect, retryAfter } = createConnectWithRetryAfter()
  const caller = openCaller(verb.family, process.env, { ...options, connect })
  const stopping = listenForStops()
  try {
    const total = again ? await countLines(file, format, stopping.signal) : undefined
    if (!dryRun) {
      await confirm(verb.operation, { from: file, lines: total }, { yes: options.yes ?? false, where: caller.baseUrl, signal: stopping.signal })
    }
    const noted: OutputFiles = dryRun ? {} : besides
    const journal = noted.progress ? openJournal(noted.progress, `${service} ${kebab(verb.name)}`, { resume, refusedToo }) : noJournal
    const report = openReport(noted.refused, journal.isGivenUp)
    const screen = openScreen()
    const progress = startProgress('lines', total, { bar: screen.columns === undefined || !options.json })
    let tally: Awaited<ReturnType<typeof importLines>>
    try {
      tally = await importLines(readLines(openText(file, stopping.signal), format, shapeOf(verb.input)), {
        ...{ verb, caller, journal, report, parallel, dryRun, retryAfter },
        signIn: createSignIn(caller, { ...options, token }),
        checkRefusal: createRefusalCheck(verb.family, process.env),
        signal: stopping.signal,
        stepped: () => progress.step(1),
        ...(options.json && { answered: (line, data) => screen.print(toEscapedJson({ line, data })) }),
      })
    } finally {
      progress.end()
      journal.close()
      report.close()
    }
    const why = stopping.signal.aborted ? String(stopping.signal.reason) : undefined
    const { once = false } = verb.operation
    conclude(tally, { dryRun, report: noted.refused, stopped: why, resumable: noted.progress !== undefined, once })
  } finally {
    stopping.end()
    await caller.close()
  }
}

/** Ways to say from outside that no further line is to be begun; said twice, they end the program at once. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function listenForStops(): { signal: AbortSignal; end(): void } {
  const stopping = new AbortController()
  let told = false
  const stop = () => {
    if (told) process.exit(exitCodes.interrupted[0])
    told = true
    stopping.abort('Stopped.')
  }
  for (const signal of signals) process.on(signal, stop)
  onClosedOutput(() => stopping.abort('Stopped, since nobody reads the answers any longer.'))
  return {
    signal: stopping.signal,
    end() {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}

type OutputFiles = Pick<Options, 'progress' | 'refused'>

/** The files that an import writes. */
const outputFilesOf = (file: string, { progress, refused }: Options) => ({ progress: progress ?? `${file}.done`, refused: refused ?? `${file}.refused.jsonl` })

async function countLines(file: string, format: Format, signal: AbortSignal): Promise<number> {
  let count = format === 'csv' ? -1 : 0
  let last = '\n'
  for await (const chunk of openText(file, signal)) {
    for (const _ of chunk.matchAll(/\n/g)) count += 1
    last = chunk.at(-1)!
  }
  return Math.max(0, last === '\n' ? count : count + 1)
}

function readCount(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('It takes a number from 1 to 99.')
  return Number(text)
}
