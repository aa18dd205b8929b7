/** A mail that the shop would send. */
export interface Mail {
  sent_at: Date
  to: string
  subject: string
  text: string
}

const most = 100

/** The shop’s mails, newest first; the oldest are dropped. The demo sends no mail: the back room shows them. */
export class Mails {
  all: Mail[] = []

  send(mail: Omit<Mail, 'sent_at'>) {
    this.all = [{ sent_at: new Date(), ...mail }, ...this.all].slice(0, most)
  }
}
