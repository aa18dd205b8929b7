import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Versandschutz',
  description: 'Bei Verlust, Diebstahl und Schäden',
  more: 'Was ist geschützt?',
  moreLater: 'Details nicht verfügbar',
  withdrawn: 'Gerade nicht verfügbar',
  offline: 'Aus: Sie sind offline',
  protect: 'Bestellung schützen für {price}',
  without: 'Ohne Schutz fortfahren',

  // What becomes of the shopper's choice.
  changed: 'Jetzt {price}, vorher {old}',
  restored: 'Wieder an: {price}',
  raised: 'Aus: jetzt {price}, vorher {old}',
  taken: 'Jetzt aus',
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
  excludedFaults: 'Mängel von vor dem Versand; darum kümmert sich der Shop ohnehin',
  choice: 'Ihre Wahl',
  choiceText: 'Versandschutz ist freiwillig und bleibt aus, bis Sie ihn einschalten. Ihre Rechte gegenüber dem Shop sind mit und ohne ihn dieselben.',
  providerText: 'Ein Angebot des Shops gemeinsam mit seinem Partner für Versandschutz. Die vollständigen Bedingungen erhalten Sie beim Shop.',
}
