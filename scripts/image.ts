// Writes what an image of the proxy contains beside Node into a new folder: npm run image -- <folder> [--previous storefront-proxy@0.1.0]
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sizeOf, writeImageRoot } from './build/image-root.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { previous: { type: 'string' } } })
const [folder, ...others] = positionals
if (folder === undefined || others.length > 0) throw new Error('name one folder: npm run image -- <folder> [--previous storefront-proxy@0.1.0]')
if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name a new folder`)
// The build argument of an image is empty if it is not given.
writeImageRoot(folder, { previous: values.previous || undefined })
console.log(`${folder}: ${(sizeOf(folder) / 1e6).toFixed(1)} MB`)
