import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protección del envío',
  description: 'En caso de pérdida, robo o daños en camino',
  more: 'Qué está cubierto',
  moreLater: 'Detalles no disponibles por ahora',
  withdrawn: 'La protección no está disponible',

  // What becomes of the shopper's choice.
  changed: 'Protección: ahora {price}',
  restored: 'Protección activada de nuevo: {price}',
  raised: 'Protección inactiva: {price} (antes {old})',
  taken: 'La protección está desactivada',
  wording: '1',

  // What is covered.
  close: 'Cerrar',
  covered: 'Qué está cubierto',
  coveredLoss: 'Paquetes que se pierden en camino',
  coveredTheft: 'Paquetes robados en camino',
  coveredDamage: 'Artículos que llegan dañados',
  excluded: 'Qué no está cubierto',
  excludedUnshipped: 'Lo que no se envía: descargas, tarjetas regalo y lo que recoges en persona',
  excludedFaults: 'Defectos que el artículo ya tenía antes del envío; de esos se ocupa la tienda, como siempre',
  provider: 'Quién responde',
  providerText: 'La tienda, junto con su socio de protección. Pide a la tienda las condiciones completas.',
  choice: 'Tú eliges',
  choiceText: 'La protección es opcional y está desactivada hasta que la actives. Tus derechos ante la tienda son los mismos con y sin ella.',
}
