import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protection du colis',
  description: 'En cas de perte, de vol ou de casse',
  more: 'Ce qui est couvert',
  notAdded: 'Non ajoutée',
  added: 'Ajoutée',
  changing: 'Un instant…',
  moreLater: 'Détails indisponibles',
  withdrawn: 'Indisponible pour le moment',
  offline: 'Inactive\u00a0: hors connexion',
  protect: 'Protéger ma commande pour {price}',
  without: 'Continuer sans',

  // What becomes of the shopper's choice.
  changed: '{price} au lieu de {old}',
  restored: 'De nouveau active\u00a0: {price}',
  raised: 'Inactive\u00a0: {price} au lieu de {old}',
  taken: 'Retirée du panier',
  wording: '2',

  // What is covered.
  close: 'Fermer',
  coveredLoss: 'Perdu en route',
  lostAfter: 'Considéré comme perdu après {days} sans suivi',
  coveredTheft: 'Volé en route',
  coveredDamage: 'Arrivé abîmé',
  claimWithin: 'À signaler dans les {days} suivant la livraison',
  coversUpTo: 'Jusqu’à {price} par commande',
  excluded: 'Non couvert',
  excludedUnshipped: 'Téléchargements, cartes cadeaux et retrait en magasin',
  excludedFaults: 'Défauts d’avant l’envoi. Nous nous en occupons de toute façon.',
  choice: 'À vous de choisir',
  choiceText: 'La protection est facultative, et inactive tant que vous ne l’activez pas. Vos droits en tant que client sont les mêmes avec ou sans elle.',
  providerText: 'Proposée par nous et notre partenaire de protection. Demandez-nous les conditions complètes.',
}
