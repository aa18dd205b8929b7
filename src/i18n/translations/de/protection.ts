import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Versandschutz',
  description: 'Bei Verlust, Diebstahl und Schäden',
  more: 'Was ist geschützt?',
  notAdded: 'Nicht gewählt',
  added: 'Gewählt',
  changing: 'Moment …',
  moreLater: 'Details nicht verfügbar',
  withdrawn: 'Gerade nicht verfügbar',
  offline: 'Aus: Sie sind offline',
  protect: 'Bestellung schützen für {price}',
  without: 'Ohne Schutz fortfahren',

  // What becomes of the shopper's choice.
  changed: 'Jetzt {price}, vorher {old}',
  restored: 'Wieder an: {price}',
  raised: 'Aus: jetzt {price}, vorher {old}',
  taken: 'Aus dem Warenkorb entfernt',
  wording: '2',

  // What is covered.
  close: 'Schließen',
  coveredLoss: 'Unterwegs verloren',
  lostAfter: 'Gilt als verloren: {days} ohne Scan',
  coveredTheft: 'Unterwegs gestohlen',
  coveredDamage: 'Beschädigt angekommen',
  claimWithin: 'Frist für die Meldung: {days} ab Zustellung',
  coversUpTo: 'Bis zu {price} pro Bestellung',
  excluded: 'Nicht geschützt',
  excludedUnshipped: 'Downloads, Gutscheine und Selbstabholung',
  excludedFaults: 'Mängel von vor dem Versand. Um die kümmern wir uns ohnehin.',
  choice: 'Ihre Wahl',
  choiceText: 'Versandschutz ist freiwillig und bleibt aus, bis Sie ihn einschalten. Ihre Rechte als Kunde sind mit und ohne ihn dieselben.',
  providerText: 'Ein Angebot von uns und unserem Partner für Versandschutz. Die vollständigen Bedingungen erhalten Sie bei uns.',
}
