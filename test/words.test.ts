import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import ts from 'typescript'

/** A word that this project used with a meaning of its own, and the field's word for it. */
interface OldName {
  /** Matches the name of a declaration. */
  name: RegExp
  instead: string
  /** The files in which it was that word; elsewhere it may have its ordinary meaning. */
  in?: RegExp
}

const jobs = /^proxy\/(jobs|background)\//
const proxy = /^proxy\//
const widgets = /^src\//

const oldNames: OldName[] = [
  { name: /^(lanes?|laneOf|\w+Lanes?)$/, instead: 'ordering key', in: proxy },
  { name: /^(rank|ranks)$/, instead: 'priority', in: jobs },
  { name: /^(desk|doing|work|works|turn|turning)$/i, instead: 'job, job context, job store', in: jobs },
  { name: /^doubtful$/, instead: 'in doubt', in: proxy },
  { name: /^notices?$/, instead: 'invalidation', in: proxy },
  { name: /^standing(Of)?$/i, instead: 'status, phase, or report version' },
  { name: /^(upkeep|startUpkeep|tellInvalidations|clearOld|bringBack|reviveJobs|wakeLanes)$/i, instead: 'maintenance, retention, restart', in: proxy },
  { name: /^(judge\w*|judgement)$/i, instead: 'classify, verify, compare', in: proxy },
  { name: /^(tries|takeTries|giveTriesBack|tryCounts|createTries)$/i, instead: 'rate limit, attempt', in: proxy },
  { name: /^(oneTime|createOneTime|inOneTime)$/i, instead: 'constant time' },
  { name: /^(tellable|quietDays|leaveOut|leavingOut)$/i, instead: 'sanitize, scan gap, lenient parse' },
  { name: /^(told|tell\w*|retell)$/i, instead: 'answered, reported, notified, documented', in: proxy },
  { name: /^(leftAlone|isVast|vast)$/i, instead: 'circuit open, oversized', in: proxy },
  { name: /^patience$/, instead: 'timeout', in: /^(proxy|src|demo|scripts|test)\// },
  { name: /^([tT]old|isTold|toldIn|judge\w*|\w*Desk)$/, instead: 'answered, reported, sent; check', in: /^(src|demo|scripts|test)\// },
  { name: /^(tries|\w+Tries)$/, instead: 'attempts', in: /^(src|demo|scripts)\// },
  { name: /^(blank|blanked|bodiless)$/, instead: 'redacted', in: proxy },
  { name: /^(Kept|Keeping)[A-Z]\w*$/, instead: 'stored', in: proxy },
  { name: /^(acts|actsOf|\w+Acts)$/, instead: 'actions' },
  { name: /^(keeping|upkeep|voice|voiceOf)$/i, instead: 'cart sync, membership refresh, localizer', in: widgets },
  { name: /^(room|newcomer|still|crowd|brief)$/i, instead: 'layout, order diff, incremental list, full history', in: widgets },
  { name: /^(moments?|lookups|aftercare)$/i, instead: 'date format, order store, extras', in: widgets },
  { name: /^(told|tell\w*|asked|said|ask)$/i, instead: 'request, notify, print, answer', in: /^(proxy\/cli|scripts|demo)\// },
  { name: /^(within|Within)$/, instead: 'tx', in: /^proxy\/(store|jobs|identity|claims|privacy)\// },
]

/** Names of columns, of stored facts and of documented fields: they stay, because rows, bodies and callers of older versions have them. */
const keptNames: Record<string, readonly string[]> = {
  'demo/services/loyalty/state.ts': ['asked'],
  'demo/services/loyalty/redemptions.ts': ['asked'],
  'proxy/store/tables.ts': ['lanes', 'lane', 'rank', 'doubtful', 'notices', 'tries', 'work', 'works'],
  'proxy/jobs/manual-jobs.ts': ['work'],
  'proxy/jobs/insert-jobs.ts': ['lane'],
  'proxy/reports/report-facts.ts': ['told'],
  'proxy/reports/protection-payment.ts': ['tell'],
  'proxy/platforms/refund.ts': ['tell'],
  'proxy/reports/refund-jobs.ts': ['tell'],
}

/** Phrases that hide who does what. */
const oldPhrases: [phrase: RegExp, instead: string][] = [
  [/\bwhat is reported\b/i, 'the report'],
  [/\bleft alone\b/i, 'not called for some time, circuit open'],
  [/\b(is|are|was|were) told\b(?! apart)/i, 'is notified, is answered'],
  [/\bis nobody's\b/i, 'say who does what'],
  [/\bwhoever\b/i, 'anyone who, or name the subject'],
  [/\bWhat it is for\b/, 'name the subject'],
]

/** The parts of the repository whose sentences were rewritten. */
const rewritten = /^(proxy|src|demo|scripts|test|console|shops)\//

const files = execFileSync(
  'git',
  ['ls-files', 'src/*.ts', 'proxy/*.ts', 'demo/*.ts', 'scripts/*.ts', 'test/*.ts', 'console/*.ts', 'shops/*.ts', 'shops/*.tsx'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && file !== 'test/words.test.ts')

/** The names that a file declares, and its comments and texts. */
function read(file: string, text = readFileSync(file, 'utf8')): { names: Set<string>; sentences: string[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names = new Set<string>()
  const sentences: string[] = []
  const visit = (node: ts.Node) => {
    const { name } = node as Partial<ts.NamedDeclaration>
    // A property of a literal has the name that its type has.
    if (name && ts.isIdentifier(name) && !ts.isPropertyAccessExpression(node) && !ts.isPropertyAssignment(node)) names.add(name.text)
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) sentences.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [comment] of text.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm)) sentences.push(comment.replace(/\n\s*\*?\s?/g, ' '))
  return { names, sentences }
}

/** The old words in a file, each with the word to use. */
function oldWords(file: string, text?: string): string[] {
  const { names, sentences } = read(file, text)
  const kept = keptNames[file] ?? []
  return [
    ...oldNames.flatMap(({ name, instead, in: place = /./ }) =>
      place.test(file) ? [...names].filter((one) => name.test(one) && !kept.includes(one)).map((one) => `${file}: ${one} → ${instead}`) : [],
    ),
    ...oldPhrases.flatMap(([phrase, instead]) =>
      rewritten.test(file) ? sentences.filter((one) => phrase.test(one)).map((one) => `${file}: "${one.slice(0, 80)}" → ${instead}`) : [],
    ),
  ]
}

const pages = execFileSync('git', ['ls-files', '*.md', '*.php', '*.liquid', '*.css', '*.html', '*.tsx', '*.toml'], { encoding: 'utf8' })
  .split('\n')
  // A changelog keeps the words of its time.
  .filter((file) => file !== '' && !file.endsWith('CHANGELOG.md'))

/** The old phrases in the lines of a file that is not TypeScript. */
const oldPhrasesIn = (file: string, text: string) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      oldPhrases.flatMap(([phrase, instead]) => (phrase.test(line) ? [`${file}:${at + 1}: "${line.trim().slice(0, 80)}" → ${instead}`] : [])),
    )

/** Names of files in the widgets that nobody would search for. */
const oldFiles = /^src\/.*\/(acts|keeping|upkeep|voice|room|still|crowd|whole|moments|steps|lookups|aftercare)\.ts$/

describe('words', () => {
  test('no file of a widget has an old word as its name', () => {
    assert.deepEqual(
      files.filter((file) => oldFiles.test(file)),
      [],
    )
    assert.match('src/tracking/lookups.ts', oldFiles)
  })

  test('no file declares a name, or has a sentence, with an old word of this project', () => {
    assert.deepEqual(
      files.flatMap((file) => oldWords(file)),
      [],
    )
  })

  test('no page of the documentation, template or style sheet has an old phrase', () => {
    assert.deepEqual(
      pages.flatMap((file) => oldPhrasesIn(file, readFileSync(file, 'utf8'))),
      [],
    )
    assert.deepEqual(oldPhrasesIn('x.md', '# Claims\nThe shopper is told.\n').length, 1)
  })

  test('an old name and an old phrase are found', () => {
    assert.deepEqual(oldWords('proxy/jobs/x.ts', 'const lane = 1\n// The service is told of it.\n').length, 2)
    assert.deepEqual(oldWords('proxy/jobs/x.ts', 'const orderingKey = row.lane\n'), [])
  })
})
