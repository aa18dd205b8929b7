#!/usr/bin/env node
import { runCommandLine } from './command-line.ts'
import { invocation } from './io/invocation.ts'

const { stdout, stderr } = process
// A reader may close the pipe early, as `head` does.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (stream === stdout) invocation().onClosedOutput()
  })
}
process.exitCode = await runCommandLine(process.argv.slice(2))
