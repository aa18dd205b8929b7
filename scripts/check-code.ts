// Checks types and lint rules with the same TypeScript programs. Separate runs would compute all types twice, which takes most of the time.
// Several programs, because src has no types of Node and proxy has none of browsers; demo, test and scripts have both. Each UI extension has the types
// of its own page.
import { ESLint } from 'eslint'
import ts from 'typescript'
import { readExtensions } from './build/extensions.ts'

const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => fail([fault]) }
const extensions = ['shops/shopify', ...[...readExtensions().keys()].map((handle) => `shops/shopify/extensions/${handle}`)]
const configs = ['src', 'console', 'proxy', '.', ...extensions].map((folder) => ts.getParsedCommandLineOfConfigFile(`${folder}/tsconfig.json`, {}, host)!)
const programs = configs.map(({ fileNames, options }) => ts.createProgram(fileNames, options))

/** The faults of one program in its own files: an imported file of another folder is checked with the types of that folder. */
const faultsOf = (program: ts.Program, { fileNames }: ts.ParsedCommandLine) => [
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...fileNames.flatMap((name) => {
    const file = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  }),
]

function fail(faults: readonly ts.Diagnostic[]) {
  const places = { getCurrentDirectory: () => ts.sys.getCurrentDirectory(), getCanonicalFileName: (file: string) => file, getNewLine: () => '\n' }
  console.log(ts.formatDiagnosticsWithColorAndContext(faults, places))
  process.exitCode = 1
}

const faults = [...configs.flatMap(({ errors }) => errors), ...programs.flatMap((program, place) => faultsOf(program, configs[place]!))]
if (faults.length) fail(faults)

// A file in several programs is checked with the first that has it: its own.
const eslint = new ESLint({
  overrideConfig: { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parserOptions: { projectService: false, programs } } },
})
const results = await eslint.lintFiles('.')
console.log((await (await eslint.loadFormatter('stylish')).format(results)) || `${results.length} files, no type or lint errors`)
if (results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)) process.exitCode = 1
