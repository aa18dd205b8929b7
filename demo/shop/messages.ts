/** What somebody wrote to the shop. */
export interface Message {
  received_at: Date
  about: string
  /** As it was written; nothing says that there is such an order. */
  order: string
  email: string
  text: string
}

const most = 100

/** The shop's letter box, newest message first; the oldest make room. */
export class Messages {
  all: Message[] = []

  receive(message: Omit<Message, 'received_at'>) {
    this.all = [{ received_at: new Date(), ...message }, ...this.all].slice(0, most)
  }
}
