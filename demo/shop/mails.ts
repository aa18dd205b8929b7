/** A mail that the shop would send. */
export interface Mail {
  sent_at: Date
  to: string
  subject: string
  text: string
}

const most = 100

/** What the shop mails, newest first; the oldest make room. The demo sends nothing: the back room shows it. */
export class Mails {
  all: Mail[] = []

  send(mail: Omit<Mail, 'sent_at'>) {
    this.all = [{ sent_at: new Date(), ...mail }, ...this.all].slice(0, most)
  }
}
