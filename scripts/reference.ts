// Writes the reference pages that are made from the tables of both services, the stand-ins and the conformance checks.
import { writeFileSync } from 'node:fs'
import { pages } from './reference/pages.ts'

for (const [file, make] of Object.entries(pages)) writeFileSync(file, await make())
