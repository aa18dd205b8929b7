import type { Messages } from '../../localize.ts'

// Of Brazil, in words that are understood in Portugal, too.

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Proteção do envio',
  description: 'Em caso de perda, roubo ou danos',
  more: 'O que está coberto',
  notAdded: 'Não adicionada',
  added: 'Adicionada',
  changing: 'Um momento…',
  moreLater: 'Detalhes indisponíveis',
  withdrawn: 'Indisponível no momento',
  offline: 'Desativada: sem conexão',
  protect: 'Proteger meu pedido por {price}',
  without: 'Continuar sem proteção',

  // What becomes of the shopper's choice.
  changed: 'Agora {price}, antes {old}',
  restored: 'Ativa novamente: {price}',
  raised: 'Inativa: {price}, antes {old}',
  taken: 'Removida do carrinho',
  wording: '2',

  // What is covered.
  close: 'Fechar',
  coveredLoss: 'Perdido no caminho',
  lostAfter: 'Considerado perdido após {days} sem atualização',
  coveredTheft: 'Roubado no caminho',
  coveredDamage: 'Chega danificado',
  claimWithin: 'Avise em até {days} após a entrega',
  coversUpTo: 'Até {price} por pedido',
  excluded: 'Não coberto',
  excludedUnshipped: 'Downloads, cartões-presente e retirada na loja',
  excludedFaults: 'Defeitos anteriores ao envio. Desses cuidamos de qualquer forma.',
  choice: 'A escolha é sua',
  choiceText: 'A proteção é opcional e fica desativada até que você a ative. Os seus direitos como cliente são os mesmos com e sem ela.',
  providerText: 'Oferecida por nós com o nosso parceiro de proteção. Peça-nos as condições completas.',
}
