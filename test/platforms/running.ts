import { runCommand } from '../cli/commands.ts'

/** Runs the command, with these settings and no others. */
export const runReconcile = (settings: Record<string, string>, words: readonly string[], input = '') => runCommand(['reconcile', ...words], settings, input)
