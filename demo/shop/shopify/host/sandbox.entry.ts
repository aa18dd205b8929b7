/*
 * The frame in which extensions run. It is sandboxed without an origin, so that its workers have none either: their requests say `Origin: null`, and the
 * policy of the frame is theirs, too.
 */
const script = document.querySelector('meta[name=worker]')!.getAttribute('content')!

addEventListener('message', ({ source, ports }) => {
  if (source !== parent || !ports[0]) return
  // A frame without an origin may start no worker from an address; one that it makes itself may import it.
  const start = URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(script)})`], { type: 'text/javascript' }))
  new Worker(start).postMessage('open', [ports[0]])
})
parent.postMessage('ready', '*')

export {}
