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
import { importLines } from './import/run-import.ts'
import { noJournal, openJournal } from './import/journal.ts'
import { readLines, type Format } from './import/input-lines.ts'
import { openReport } from './import/report.ts'
import { isFile, openText } from './import/source.ts'
import { invocation } from './io/invocation.ts'

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

/** Adds the import of many lines to the command of a service. */
export function addImport(parent: Command, service: ServiceName, verbs: readonly Verb[]) {
  parent
    .commandsGroup('Many at once:')
    .command('import')
    .description('Call one operation for every line of a file: JSON objects, or CSV with a header of field names such as customer.email.')
    .addArgument(new Argument('<verb>', 'operation to call').choices(verbs.filter(isImportable).map(({ name }) => kebab(name))))
    .argument('<file>', 'file of lines; - for standard input')
    .option('-y, --yes', 'send without asking for confirmation')
    .option('--dry-run', 'check every line and send nothing')
    .option('--resume', 'continue an import that ended early, without lines that were answered or could be done twice')
    .option('--refused-too', 'with --resume: send refused lines again, as they are in the file now')
    .option('--progress <path>', 'file that records the sent lines (default: the file and ".done")')
    .option('--refused <path>', 'file that lists refused lines with their reasons (default: the file and ".refused.jsonl")')
    .option('--parallel <number>', 'lines sent at the same time; lines about the same member, order or shipment keep their order', readCount, 4)
    .addOption(new Option('--format <name>', 'format of the lines (default: by the name of the file)').choices(['jsonl', 'csv']))
    .option('--json', 'print each answer as a JSON object with its line')
    .option('--as <customer id>', 'for operations of a member: the member to sign in as, if the line names none')
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

/** Whether an operation changes something. Tokens of members are not printed as a list. */
const isImportable = ({ name, operation }: Verb) => operation.method !== 'GET' && name !== 'authenticate'

async function runImport(service: ServiceName, verb: Verb, file: string, options: Options) {
  const { dryRun = false, resume = false, refusedToo = false, parallel } = options
  const isRegular = isFile(file)
  const outputs: OutputFiles = isRegular ? outputFilesOf(file, options) : options
  const format = options.format ?? (/\.csv$/i.test(file) ? 'csv' : 'jsonl')
  if (resume && !outputs.progress)
    throw new Stop('misused', ['--resume needs --progress for standard input or a pipe: the file that the last import has written.'])
  if (refusedToo && !resume) throw new Stop('misused', ['--refused-too goes with --resume.'])
  const token = await readToken(options.token, file)
  const { connect, retryAfter } = createConnectWithRetryAfter()
  const caller = openCaller(verb.family, invocation().env, { ...options, connect })
  const stopping = listenForStops()
  try {
    const total = isRegular ? await countLines(file, format, stopping.signal) : undefined
    if (!dryRun) {
      await confirm(verb.operation, { from: file, lines: total }, { yes: options.yes ?? false, where: caller.baseUrl, signal: stopping.signal })
    }
    const files: OutputFiles = dryRun ? {} : outputs
    const journal = files.progress ? openJournal(files.progress, `${service} ${kebab(verb.name)}`, { resume, refusedToo }) : noJournal
    const report = openReport(files.refused, journal.isGivenUp)
    const screen = openScreen()
    const progress = startProgress('lines', total, { bar: screen.columns === undefined || !options.json })
    // Loaded here, because its requests need a whole HTTP client.
    const { createRefusalCheck } = await import('./import/refusal-check.ts')
    let tally: Awaited<ReturnType<typeof importLines>>
    try {
      tally = await importLines(readLines(openText(file, stopping.signal), format, shapeOf(verb.input)), {
        ...{ verb, caller, journal, report, parallel, dryRun, retryAfter },
        signIn: createSignIn(caller, { ...options, token }),
        checkRefusal: createRefusalCheck(verb.family, invocation().env),
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
    conclude(tally, { dryRun, report: files.refused, stopped: why, resumable: files.progress !== undefined, once })
  } finally {
    stopping.end()
    await caller.close()
  }
}

/** Signals after which no further line is begun; a second signal ends the program at once. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function listenForStops(): { signal: AbortSignal; end(): void } {
  const stopping = new AbortController()
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(exitCodes.interrupted[0])
    isStopping = true
    stopping.abort('Stopped.')
  }
  for (const signal of signals) process.on(signal, stop)
  onClosedOutput(() => stopping.abort('Stopped, because standard output was closed.'))
  return {
    signal: stopping.signal,
    end() {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}

type OutputFiles = Pick<Options, 'progress' | 'refused'>

/** The paths of the files that an import writes. */
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
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('The value must be a number from 1 to 99.')
  return Number(text)
}
