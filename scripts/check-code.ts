// Checks types and lint rules with one TypeScript program. Separate runs would compute all types twice, which takes most of the time.
import { ESLint } from 'eslint'
import ts from 'typescript'

const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => fail([fault]) }
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)!
const program = ts.createProgram(config.fileNames, config.options)

function fail(faults: readonly ts.Diagnostic[]) {
  const places = { getCurrentDirectory: () => ts.sys.getCurrentDirectory(), getCanonicalFileName: (file: string) => file, getNewLine: () => '\n' }
  console.log(ts.formatDiagnosticsWithColorAndContext(faults, places))
  process.exitCode = 1
}

const faults = [...config.errors, ...ts.getPreEmitDiagnostics(program)]
if (faults.length) fail(faults)

const eslint = new ESLint({
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, programs: [program] } } },
})
const results = await eslint.lintFiles('.')
console.log((await (await eslint.loadFormatter('stylish')).format(results)) || `${results.length} files, no type or lint errors`)
if (results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)) process.exitCode = 1
