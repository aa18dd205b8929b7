import { compiledProgram } from './compiled-program.ts'

/** What Node takes to start the stand-in services: compiled with the tests, or their sources. */
export function servicesCommand(): string[] {
  const compiled = compiledProgram('demo/services/main')
  return compiled ? [compiled] : ['--import', 'tsx', 'demo/services/main.ts']
}
