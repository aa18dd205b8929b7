import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Versandschutz',
  description: 'Bei Verlust, Diebstahl und Schäden unterwegs',
  more: 'Was geschützt ist',
  moreLater: 'Einzelheiten sind gerade nicht verfügbar',
  withdrawn: 'Versandschutz ist nicht verfügbar',

  // What becomes of the shopper's choice.
  changed: 'Versandschutz: jetzt {price}',
  restored: 'Versandschutz ist wieder an: {price}',
  raised: 'Schutz aus: jetzt {price}, vorher {old}',
  taken: 'Versandschutz ist jetzt aus',
  wording: '1',

  // What is covered.
  close: 'Schließen',
  covered: 'Was geschützt ist',
  coveredLoss: 'Pakete, die unterwegs verloren gehen',
  coveredTheft: 'Pakete, die unterwegs gestohlen werden',
  coveredDamage: 'Ware, die beschädigt ankommt',
  excluded: 'Was nicht geschützt ist',
  excludedUnshipped: 'Was nicht versandt wird: Downloads, Gutscheine und was Sie selbst abholen',
  excludedFaults: 'Mängel, die die Ware schon vor dem Versand hatte; dafür ist wie immer der Shop da',
  provider: 'Wer dafür einsteht',
  providerText: 'Der Shop gemeinsam mit seinem Partner für Versandschutz. Die vollständigen Bedingungen erhalten Sie beim Shop.',
  choice: 'Ihre Wahl',
  choiceText: 'Versandschutz ist freiwillig und bleibt aus, bis Sie ihn einschalten. Ihre Rechte gegenüber dem Shop sind mit und ohne ihn dieselben.',
}
