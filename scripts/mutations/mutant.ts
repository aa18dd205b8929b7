/**
 * Something that the stand-ins say: the status and the JSON body of a response; or one of their own requests (`sent`), which is whole in `body`.
 * A request with the status `kept` never arrives.
 */
export interface Said {
  status: number | 'sent' | 'kept'
  body: unknown
}

/** One response or request of the stand-ins, and its operation or event. */
export interface Observed extends Said {
  operation: string
}

/** One change to everything that is said of an operation or event. */
export interface Mutant {
  operation: string
  /** The status of the changed response. */
  status: Said['status']
  /** The name of the changed field, if a field is changed. */
  field?: string
  /** A description of the change. */
  title: string
  /** Returns the changed version, or nothing if this response does not contain what is changed. */
  change(said: Said): Said | undefined
}
