import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protection du colis',
  description: 'En cas de perte, de vol ou de casse en route',
  more: 'Ce qui est couvert',
  moreLater: 'Détails indisponibles pour le moment',
  withdrawn: 'La protection est indisponible',

  // What becomes of the shopper's choice.
  changed: 'Protection\u00a0: désormais {price}',
  restored: 'Protection de nouveau active\u00a0: {price}',
  raised: 'Protection inactive\u00a0: {price} (avant {old})',
  taken: 'La protection est désactivée',
  wording: '1',

  // What is covered.
  close: 'Fermer',
  covered: 'Ce qui est couvert',
  coveredLoss: 'Les colis perdus en route',
  coveredTheft: 'Les colis volés en route',
  coveredDamage: 'Les articles arrivés abîmés',
  excluded: 'Ce qui n’est pas couvert',
  excludedUnshipped: 'Ce qui n’est pas expédié\u00a0: téléchargements, cartes cadeaux et ce que vous retirez vous-même',
  excludedFaults: 'Les défauts que l’article avait avant l’envoi\u00a0; la boutique s’en occupe comme toujours',
  provider: 'Qui s’en charge',
  providerText: 'La boutique, avec son partenaire de protection. Demandez-lui les conditions complètes.',
  choice: 'À vous de choisir',
  choiceText: 'La protection est facultative, et inactive tant que vous ne l’activez pas. Vos droits envers la boutique sont les mêmes avec ou sans elle.',
}
