import { Refusal } from '../http/problems.ts'

/** The most characters of a name: an index does not accept longer ones. */
const maxLength = 500

/** Refuses names that one kind of store accepts and the other does not. */
export function validateNames(what: string, names: readonly string[]) {
  for (const name of names) {
    if (name.includes('\0')) throw new Refusal('invalid-request', `The ${what} cannot hold the character U+0000.`)
    if (name.length > maxLength) throw new Refusal('invalid-request', `The ${what} cannot be longer than ${maxLength} characters.`)
  }
}
