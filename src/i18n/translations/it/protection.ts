import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protezione del pacco',
  description: 'In caso di perdita, furto o danni',
  more: 'Che cosa è coperto',
  moreLater: 'Dettagli non disponibili',
  withdrawn: 'Al momento non disponibile',
  offline: 'Non attiva: sei offline',
  protect: 'Proteggi il mio ordine per {price}',
  without: 'Continua senza',

  // What becomes of the shopper's choice.
  changed: 'Ora {price}, prima {old}',
  restored: 'Di nuovo attiva: {price}',
  raised: 'Non attiva: ora {price}, prima {old}',
  taken: 'Disattivata',
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
  excludedFaults: 'Difetti precedenti alla spedizione; se ne occupa comunque il negozio',
  choice: 'Scegli tu',
  choiceText: 'La protezione è facoltativa e resta disattivata finché non la attivi. I tuoi diritti verso il negozio sono gli stessi con e senza.',
  providerText: 'Il negozio, insieme al suo partner per la protezione. Chiedi al negozio le condizioni complete.',
}
