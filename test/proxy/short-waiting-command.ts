import { compiledProgram } from '../compiled-program.ts'

/** The arguments of Node that run the proxy of short-waiting.ts. */
export const shortWaiting = [compiledProgram('test/proxy/short-waiting')!]
