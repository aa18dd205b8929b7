import { Failure } from '../failure.ts'

/** The largest record, in characters of JSON. */
const largest = 65_536

/** Refuses changes that would make a record too large, in any field: unknown fields are stored (A25, A28). */
export function checkGrowth(record: object, ...changes: object[]) {
  if (JSON.stringify(Object.assign({}, record, ...changes)).length > largest)
    throw new Failure(400, `body would make the record longer than ${largest} characters`)
}
