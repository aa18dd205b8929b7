import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Pakketbescherming',
  description: 'Bij verlies, diefstal en schade onderweg',
  more: 'Wat is gedekt',
  moreLater: 'Details zijn nu niet beschikbaar',
  withdrawn: 'Pakketbescherming is niet beschikbaar',

  // What becomes of the shopper's choice.
  changed: 'Pakketbescherming: nu {price}',
  restored: 'Pakketbescherming staat weer aan: {price}',
  raised: 'Bescherming uit: nu {price}, was {old}',
  taken: 'Pakketbescherming staat nu uit',
  wording: '1',

  // What is covered.
  close: 'Sluiten',
  covered: 'Wat is gedekt',
  coveredLoss: 'Pakketten die onderweg kwijtraken',
  coveredTheft: 'Pakketten die onderweg gestolen worden',
  coveredDamage: 'Artikelen die beschadigd aankomen',
  excluded: 'Wat is niet gedekt',
  excludedUnshipped: 'Wat niet verzonden wordt: downloads, cadeaubonnen en wat je zelf afhaalt',
  excludedFaults: 'Gebreken die het artikel al had voor verzending; daarvoor is de winkel er, zoals altijd',
  provider: 'Wie ervoor instaat',
  providerText: 'De winkel, samen met zijn partner voor bescherming. Vraag de winkel om de volledige voorwaarden.',
  choice: 'Jouw keuze',
  choiceText: 'Bescherming is vrijwillig en staat uit tot je haar aanzet. Je rechten tegenover de winkel zijn met en zonder bescherming gelijk.',
}
