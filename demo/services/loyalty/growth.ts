import { Failure } from '../failure.ts'

/** Characters of JSON. */
const largest = 65_536

/** Refuses changes that would make a record larger than any is, whatever fields they are in: unknown ones are kept (A25, A28). */
export function checkGrowth(record: object, ...changes: object[]) {
  if (JSON.stringify(Object.assign({}, record, ...changes)).length > largest)
    throw new Failure(400, `body would make the record longer than ${largest} characters`)
}
