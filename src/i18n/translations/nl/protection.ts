import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Pakket\u00adbescherming',
  description: 'Bij verlies, diefstal en schade',
  more: 'Wat is gedekt?',
  notAdded: 'Niet toegevoegd',
  added: 'Toegevoegd',
  changing: 'Moment…',
  moreLater: 'Details niet beschikbaar',
  withdrawn: 'Nu niet beschikbaar',
  offline: 'Uit: je bent offline',
  protect: 'Bescherm mijn bestelling voor {price}',
  without: 'Ga verder zonder',

  // What becomes of the shopper's choice.
  changed: 'Nu {price}, was {old}',
  restored: 'Weer aan: {price}',
  raised: 'Uit: nu {price}, was {old}',
  taken: 'Uit je winkelwagen gehaald',
  wording: '2',

  // What is covered.
  close: 'Sluiten',
  coveredLoss: 'Onderweg kwijtgeraakt',
  lostAfter: 'Geldt als kwijt na {days} zonder scan',
  coveredTheft: 'Onderweg gestolen',
  coveredDamage: 'Beschadigd aangekomen',
  claimWithin: 'Meld het binnen {days} na bezorging',
  coversUpTo: 'Tot {price} per bestelling',
  excluded: 'Niet gedekt',
  excludedUnshipped: 'Downloads, cadeaubonnen en afhalen in de winkel',
  excludedFaults: 'Gebreken van vóór verzending. Die lossen we sowieso op.',
  choice: 'Jouw keuze',
  choiceText: 'Bescherming is vrijwillig en staat uit tot je haar aanzet. Je rechten als klant zijn met en zonder bescherming gelijk.',
  providerText: 'Van ons, samen met onze partner voor bescherming. Vraag ons om de volledige voorwaarden.',
}
