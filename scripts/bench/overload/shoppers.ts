// Sends requests at a fixed rate, whether or not earlier ones were answered, in its own process. It reads no more of an answer than where it ends: a
// client of a library costs more processor time for a request than a proxy that refuses it, and would be the one that is overloaded.
import { connect, type Socket } from 'node:net'
import type { HttpRequest } from '../hop/client.ts'

/** The requests that this process sends. */
export interface Crowd {
  address: string
  request: HttpRequest
  connections: number
  seconds: number
  /** Requests a second; absent: each connection sends the next request when it has the answer to the one before. */
  rate?: number
}

/** The answers: milliseconds from the time at which a request was due to its answer of 2xx, and the number of other answers. */
export interface Outcome {
  times: number[]
  refused: number
}

let number = 10_000

function toText({ method, path, headers, body }: HttpRequest, host: string): string {
  const unique = String((number += 1))
  const content = body.replaceAll('#', unique)
  const lines = Object.entries({ Host: host, ...headers, ...(body !== '' && { 'Content-Length': String(content.length) }) })
  return `${method} ${path.replaceAll('#', unique)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`
}

/** A connection that sends one request at a time. `onAnswer` receives the status, or 0 if the connection ended without an answer. */
function openConnection(host: string, port: number, onAnswer: (status: number) => void) {
  let text = ''
  let isBusy = false
  let socket: Socket
  const open = () => {
    text = ''
    socket = connect(port, host).setNoDelay().setEncoding('latin1')
    socket.on('data', read).on('error', () => {})
    socket.once('close', () => {
      if (ended) return
      open()
      if (isBusy) answer(0)
    })
  }
  let ended = false
  const answer = (status: number) => {
    isBusy = false
    onAnswer(status)
  }
  function read(part: string) {
    text += part
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1] ?? 0)
    if (text.length < head + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = text.slice(head + 4 + length)
    answer(status)
  }
  open()
  return {
    send(request: string) {
      isBusy = true
      socket.write(request)
    },
    end() {
      ended = true
      socket.destroy()
    },
  }
}

async function run({ address, request, connections, seconds, rate }: Crowd): Promise<Outcome> {
  const { hostname, port, host } = new URL(address)
  const times: number[] = []
  let refused = 0
  const free: (() => void)[] = []
  /** When each request that waits for a connection was due. */
  const due: number[] = []
  const began = performance.now()
  const until = began + seconds * 1_000
  const opened = Array.from({ length: connections }, () => {
    let dueAt = 0
    const connection = openConnection(hostname, Number(port), (status) => {
      const now = performance.now()
      if (now < until) {
        if (status >= 200 && status < 300) times.push(now - dueAt)
        else refused += 1
      }
      next()
    })
    function next() {
      const now = performance.now()
      if (now >= until) return
      if (rate === undefined) dueAt = now
      else if (due.length > 0) dueAt = due.shift()!
      else return void free.push(next)
      connection.send(toText(request, host))
    }
    free.push(next)
    return connection
  })
  if (rate === undefined) for (const next of free.splice(0)) next()
  await new Promise<void>((resolve) => {
    let sent = 0
    const timer = setInterval(() => {
      const now = Math.min(performance.now(), until)
      for (const wanted = rate === undefined ? 0 : Math.floor(((now - began) / 1_000) * rate); sent < wanted; sent += 1)
        due.push(began + (sent / rate!) * 1_000)
      while (due.length > 0 && free.length > 0) free.shift()!()
      if (now < until) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  for (const connection of opened) connection.end()
  return { times, refused }
}

process.on('message', async (crowd: Crowd) => process.send!(await run(crowd)))
process.once('disconnect', () => process.exit())
process.send?.('ready')
