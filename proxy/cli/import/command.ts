import type { Command } from 'commander'
import type { ServiceName } from '../verbs.ts'

/** Gives a service's command the import of many lines. */
export function addImport(_command: Command, _service: ServiceName) {}
