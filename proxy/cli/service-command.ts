import { runFramed } from './frame.ts'
import { addImport } from './import/command.ts'
import { verbsOf, type ServiceName } from './verb.ts'
import { addVerbs } from './verbs.ts'

/** Runs one command of a service, as its words say, and leaves its exit code. */
export const runServiceCommand = (service: ServiceName, description: string, words: string[]) =>
  runFramed({ name: service, description, words }, (command) => {
    const verbs = verbsOf(service)
    addVerbs(command, verbs, words)
    addImport(command, service, verbs)
  })
