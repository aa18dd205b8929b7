import { setFlagsFromString } from 'node:v8'

// A start makes much garbage at once. V8 would take 32 MB for each thread to sort it out in less time, and keeps them for an idle proxy. Under load
// that room is worth its price, so it may grow once the proxy listens.
setFlagsFromString('--semi-space-growth-factor=1')
await (await import('./start.ts')).startProxy()
setFlagsFromString('--semi-space-growth-factor=2')
