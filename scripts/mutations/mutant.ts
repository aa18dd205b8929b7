/**
 * A message of the stand-ins: the status and the JSON body of a response, or one of their own requests (`sent`) with method, path and headers in
 * `body`. A request with the status `suppressed` is not delivered.
 */
export interface Message {
  status: number | 'sent' | 'suppressed'
  body: unknown
}

/** A message of the stand-ins with its operation or event. */
export interface ObservedMessage extends Message {
  operation: string
}

/** One change to all messages of an operation or event. */
export interface Mutant {
  operation: string
  /** The status of the changed response. */
  status: Message['status']
  /** The name of the changed field, if a field is changed. */
  field?: string
  /** A description of the change. */
  title: string
  /** Returns the changed message, or undefined if the message does not contain the changed part. */
  change(message: Message): Message | undefined
}
