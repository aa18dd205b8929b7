// Loaded into each process of the demo before its program. Ends it when the demo ends, even if SIGKILL gave the demo no time to stop its parts: otherwise
// they would hold its ports. The channel to the parent closes in any case. An exit in the ordinary way would wait for the threads of the proxy.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
