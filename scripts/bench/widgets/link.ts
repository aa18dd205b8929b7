// A slow link in front of a server, made of real sockets. What a browser's own throttling leaves out is what a page waits for most:
// connections that have to be opened, and windows that have to grow. So this does what TCP does in the first seconds of a connection
// without losses: a handshake of one round trip, ten segments at first (https://www.rfc-editor.org/rfc/rfc6928) and one more for each
// that is acknowledged (https://www.rfc-editor.org/rfc/rfc5681#section-3.1), unless less than half of the window was made use of, as in
// the handshake of TLS (https://www.rfc-editor.org/rfc/rfc7661, and Linux's rule for it); all connections in one queue for the wire.
// A process of its own, started with the server's port, so that what the server writes one after another comes one after another, and
// begins a segment each time; sends its own port.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Milliseconds there and back. */
const roundTrip = 150
/** Bits a second towards the browser, and from it. */
const down = 1_600_000
const up = 750_000

/** Bytes of a segment, with the timestamps that every system sends, and of what stands before them. */
const segment = 1_448
const header = 52
const firstWindow = 10

/** One direction of the link, which all connections share. */
class Wire {
  #free = 0

  constructor(private bitsPerSecond: number) {}

  /** Sends so many bytes as soon as the wire is free, but not before that moment; answers when the last of them has left. */
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
    // Whoever leaves takes the connection along: nobody here speaks after saying goodbye.
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

/** What is to be done, in order of time. */
const agenda: { time: number; act: () => void }[] = []
let timer: NodeJS.Timeout | undefined

function at(time: number, act: () => void) {
  let place = agenda.length
  while (place > 0 && agenda[place - 1]!.time > time) place--
  agenda.splice(place, 0, { time, act })
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
  while (agenda.length > 0 && agenda[0]!.time <= now) agenda.shift()!.act()
  wind()
}

const target = Number(process.argv[2])
const [toServer, toBrowser] = [new Wire(up), new Wire(down)]
const link = createServer({ noDelay: true }, (browser) => {
  const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
  // This machine has opened the connection at once; on a link the browser speaks only after a round trip.
  new Flow(browser, server, toServer, performance.now() + roundTrip)
  new Flow(server, browser, toBrowser, 0)
})
link.listen(0, '127.0.0.1', () => process.send!((link.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
