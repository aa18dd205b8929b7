/** The names of what one side may request of the other, and what it answers. */
export type Answers = Record<string, (...args: never[]) => unknown>

/** One message between the page and its worker. A question has a number, under which its answer comes back. */
type Message =
  | { request: string; args: unknown[]; number: number }
  | { answer: number; value?: unknown; error?: string }
  /** The call of a function that the receiver has sent. */
  | { call: number; args: unknown[] }

/** A function that was sent through a port, by its number. */
interface Reference {
  functionNumber: number
}

/** Joins the page and the worker by a port: each asks the other by name. Functions are sent as numbers, and called where they are. */
export function createWire<Remote extends Answers>(port: MessagePort, answers: Answers) {
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const functions: ((...args: unknown[]) => unknown)[] = []
  const numbers = new WeakMap<object, number>()
  let last = 0

  const send = (message: Message) => port.postMessage(message)

  function numberOf(value: (...args: unknown[]) => unknown): number {
    const known = numbers.get(value) ?? functions.push(value) - 1
    numbers.set(value, known)
    return known
  }

  const pack = (value: unknown): unknown => {
    if (typeof value === 'function') return { functionNumber: numberOf(value as never) } satisfies Reference
    return mapParts(value, pack)
  }
  const unpack = (value: unknown): unknown => {
    if (isReference(value)) return (...args: unknown[]) => send({ call: value.functionNumber, args: args.map(pack) })
    return mapParts(value, unpack)
  }

  async function answer(name: string, args: unknown[], number: number) {
    try {
      send({ answer: number, value: pack(await answers[name]!(...(args as never[]))) })
    } catch (error) {
      send({ answer: number, error: String(error) })
    }
  }

  port.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('request' in data) return void answer(data.request, data.args.map(unpack), data.number)
    if ('call' in data) return void functions[data.call]?.(...data.args.map(unpack))
    const { resolve, reject } = open.get(data.answer)!
    open.delete(data.answer)
    if (data.error === undefined) resolve(unpack(data.value))
    else reject(new Error(data.error))
  }

  return {
    request<Name extends keyof Remote & string>(name: Name, ...args: Parameters<Remote[Name]>): Promise<Awaited<ReturnType<Remote[Name]>>> {
      return new Promise((resolve, reject) => {
        open.set((last += 1), { resolve: resolve as (value: unknown) => void, reject })
        send({ request: name, args: args.map(pack), number: last })
      })
    },
  }
}

const isReference = (value: unknown): value is Reference => typeof value === 'object' && value !== null && 'functionNumber' in value

/** Copies a list or a plain object with every part mapped. */
function mapParts(value: unknown, map: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part)]))
}
