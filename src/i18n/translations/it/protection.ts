import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protezione del pacco',
  description: 'In caso di perdita, furto o danni in viaggio',
  more: 'Che cosa è coperto',
  moreLater: 'Dettagli al momento non disponibili',
  withdrawn: 'La protezione non è disponibile',

  // What becomes of the shopper's choice.
  changed: 'Protezione: ora {price}',
  restored: 'Protezione di nuovo attiva: {price}',
  raised: 'Protezione non attiva: {price} (prima {old})',
  taken: 'La protezione è disattivata',
  wording: '1',

  // What is covered.
  close: 'Chiudi',
  covered: 'Che cosa è coperto',
  coveredLoss: 'Pacchi persi durante il viaggio',
  coveredTheft: 'Pacchi rubati durante il viaggio',
  coveredDamage: 'Articoli che arrivano danneggiati',
  excluded: 'Che cosa non è coperto',
  excludedUnshipped: 'Ciò che non viene spedito: download, buoni regalo e ciò che ritiri di persona',
  excludedFaults: 'Difetti che l’articolo aveva già prima della spedizione; per quelli c’è il negozio, come sempre',
  provider: 'Chi se ne occupa',
  providerText: 'Il negozio, insieme al suo partner per la protezione. Chiedi al negozio le condizioni complete.',
  choice: 'Scegli tu',
  choiceText: 'La protezione è facoltativa e resta disattivata finché non la attivi. I tuoi diritti verso il negozio sono gli stessi con e senza.',
}
