import type { Finding, Verdict } from '../doctor/finding.ts'
import { runChecks } from '../doctor/doctor.ts'
import { escapeControls, toEscapedJson } from './io/terminal-text.ts'
import { invocation } from './io/invocation.ts'

interface DoctorOptions {
  /** One JSON object instead of lines for people. */
  json?: boolean
}

/** The beginning of each line: a sign, and a word for readers who cannot see the sign. */
const marks: Record<Verdict, string> = { passed: '✓ ok   ', failed: '✗ wrong', noted: '– note ' }

/** Checks everything that the proxy relies on, and prints one line for each finding. Returns the exit code: 1 if something is wrong. */
export async function runDoctor(
  { json = false }: DoctorOptions = {},
  env: Readonly<Record<string, string | undefined>> = invocation().env,
  out: { write(text: string): unknown } = invocation().stdout,
): Promise<0 | 1> {
  const findings = await runChecks(env)
  const wrong = findings.filter(({ verdict }) => verdict === 'failed').length
  out.write(json ? `${toEscapedJson({ ok: wrong === 0, findings }, 2)}\n` : toLines(findings, wrong))
  return wrong === 0 ? 0 : 1
}

function toLines(findings: readonly Finding[], wrong: number): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, verdict, says, remedy }) => [
    `${marks[verdict]}  ${escapeControls(check).padEnd(width)}  ${escapeControls(says)}`,
    ...(remedy ? [`${' '.repeat(width + 11)}→ ${escapeControls(remedy)}`] : []),
  ])
  const summary = wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`
  return `${lines.join('\n')}\n\n${summary}\n`
}
