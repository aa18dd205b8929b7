import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Protección del envío',
  description: 'En caso de pérdida, robo o daños',
  more: 'Qué está cubierto',
  notAdded: 'No añadida',
  added: 'Añadida',
  changing: 'Un momento…',
  moreLater: 'Detalles no disponibles',
  withdrawn: 'No disponible ahora',
  offline: 'Inactiva: sin conexión',
  protect: 'Proteger mi pedido por {price}',
  without: 'Continuar sin protección',

  // What becomes of the shopper's choice.
  changed: 'Ahora {price}, antes {old}',
  restored: 'Activa de nuevo: {price}',
  raised: 'Inactiva: ahora {price}, antes {old}',
  taken: 'Quitada del carrito',
  wording: '2',

  // What is covered.
  close: 'Cerrar',
  coveredLoss: 'Se pierde en camino',
  lostAfter: 'Se da por perdido tras {days} sin movimiento',
  coveredTheft: 'Lo roban en camino',
  coveredDamage: 'Llega dañado',
  claimWithin: 'Plazo para avisar: {days} desde la entrega',
  coversUpTo: 'Hasta {price} por pedido',
  excluded: 'No cubierto',
  excludedUnshipped: 'Descargas, tarjetas regalo y recogida en tienda',
  excludedFaults: 'Defectos anteriores al envío. De esos nos ocupamos igualmente.',
  choice: 'Tú eliges',
  choiceText: 'La protección es opcional y está desactivada hasta que la actives. Tus derechos como cliente son los mismos con y sin ella.',
  providerText: 'La ofrecemos junto con nuestro socio de protección. Pídenos las condiciones completas.',
}
