// A slow link in front of a server, made of real sockets. A browser’s own throttling leaves out what a page waits for most:
// opening connections and growing windows. So this link behaves like TCP without losses in the first seconds of a connection:
// a handshake of one round trip, ten segments at first (https://www.rfc-editor.org/rfc/rfc6928) and one more for each
// acknowledged segment (https://www.rfc-editor.org/rfc/rfc5681#section-3.1), unless less than half of the window was used, as in
// the handshake of TLS (https://www.rfc-editor.org/rfc/rfc7661, and Linux’s rule for it). All connections share one queue for the wire.
// The link is its own process, started with the server’s port. So separate writes of the server arrive separately, and each
// begins a new segment. The link sends its own port.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Round-trip time in milliseconds. */
const roundTrip = 150
/** Bits per second towards the browser, and from the browser. */
const down = 1_600_000
const up = 750_000

/** Bytes of a segment with timestamps, which every system sends, and bytes of the headers before it. */
const segment = 1_448
const header = 52
const firstWindow = 10

/** One direction of the link, shared by all connections. */
class Wire {
  #free = 0

  constructor(private bitsPerSecond: number) {}

  /** Sends so many bytes as soon as the wire is free, but not before `notBefore`; returns the time when the last byte has left. */
  send(bytes: number, notBefore: number): number {
    this.#free = Math.max(this.#free, notBefore) + ((bytes + header) * 8_000) / this.bitsPerSecond
    return this.#free
  }
}

/** One direction of one connection. */
class Flow {
  /** Segments that wait for the window, in order. */
  #waiting: Buffer[] = []
  #window = firstWindow
  #inFlight = 0
  #mostInFlight = 0
  #arrived = 0

  constructor(
    from: Socket,
    private to: Socket,
    private wire: Wire,
    private opened: number,
  ) {
    from.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += segment) this.#waiting.push(bytes.subarray(at, at + segment))
      this.#send()
    })
    // When one side closes, the other side is closed too: no peer here uses half-closed connections.
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }

  #send() {
    while (this.#inFlight < this.#window) {
      const bytes = this.#waiting.shift()
      if (!bytes) return
      this.#mostInFlight = Math.max(this.#mostInFlight, ++this.#inFlight)
      const arrives = Math.max(this.wire.send(bytes.length, Math.max(performance.now(), this.opened)) + roundTrip / 2, this.#arrived)
      this.#arrived = arrives
      at(arrives, () => void this.to.write(bytes))
      at(arrives + roundTrip / 2, () => this.#acknowledge())
    }
  }

  #acknowledge() {
    this.#inFlight--
    if (this.#window < 2 * this.#mostInFlight) this.#window++
    this.#send()
  }
}

/** Pending actions, in order of time. */
const agenda: { time: number; action: () => void }[] = []
let timer: NodeJS.Timeout | undefined

function at(time: number, action: () => void) {
  let place = agenda.length
  while (place > 0 && agenda[place - 1]!.time > time) place--
  agenda.splice(place, 0, { time, action })
  if (place === 0) wind()
}

function wind() {
  clearTimeout(timer)
  const [next] = agenda
  if (next) timer = setTimeout(run, Math.max(0, next.time - performance.now()))
}

function run() {
  // A timer may be a fraction of a millisecond early.
  const now = performance.now() + 0.5
  while (agenda.length > 0 && agenda[0]!.time <= now) agenda.shift()!.action()
  wind()
}

const target = Number(process.argv[2])
const [toServer, toBrowser] = [new Wire(up), new Wire(down)]
const link = createServer({ noDelay: true }, (browser) => {
  const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
  // Locally the connection opens at once. On a real link the browser sends only after a round trip.
  new Flow(browser, server, toServer, performance.now() + roundTrip)
  new Flow(server, browser, toBrowser, 0)
})
link.listen(0, '127.0.0.1', () => process.send!((link.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
