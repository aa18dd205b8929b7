/** A message to the shop. */
export interface Message {
  received_at: Date
  about: string
  /** The order number as it was written. There may be no such order. */
  order: string
  email: string
  text: string
}

const most = 100

/** The messages to the shop, newest first; the oldest are dropped. */
export class Messages {
  all: Message[] = []

  receive(message: Omit<Message, 'received_at'>) {
    this.all = [{ received_at: new Date(), ...message }, ...this.all].slice(0, most)
  }
}
