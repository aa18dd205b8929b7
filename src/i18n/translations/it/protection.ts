import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protezione del pacco',
  description: 'In caso di perdita, furto o danni',
  more: 'Che cosa è coperto',
  notAdded: 'Non aggiunta',
  added: 'Aggiunta',
  changing: 'Un attimo…',
  moreLater: 'Dettagli non disponibili',
  withdrawn: 'Al momento non disponibile',
  offline: 'Non attiva: sei offline',
  protect: 'Proteggi il mio ordine per {price}',
  without: 'Continua senza',

  // What becomes of the shopper's choice.
  changed: 'Ora {price}, prima {old}',
  restored: 'Di nuovo attiva: {price}',
  raised: 'Non attiva: ora {price}, prima {old}',
  taken: 'Rimossa dal carrello',
  wording: '2',

  // What is covered.
  close: 'Chiudi',
  coveredLoss: 'Perso in viaggio',
  lostAfter: 'Considerato perso dopo {days} senza aggiornamenti',
  coveredTheft: 'Rubato in viaggio',
  coveredDamage: 'Arriva danneggiato',
  claimWithin: 'Da segnalare entro {days} dalla consegna',
  coversUpTo: 'Fino a {price} per ordine',
  excluded: 'Non coperto',
  excludedUnshipped: 'Download, buoni regalo e ritiro in negozio',
  excludedFaults: 'Difetti precedenti alla spedizione. Di quelli ci occupiamo comunque.',
  choice: 'Scegli tu',
  choiceText: 'La protezione è facoltativa e resta disattivata finché non la attivi. I tuoi diritti di cliente sono gli stessi con e senza.',
  providerText: 'Offerta da noi insieme al nostro partner per la protezione. Chiedici le condizioni complete.',
}
