import type { Messages } from '../../localize.ts'

// Of Brazil, in words that are understood in Portugal, too.

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'Proteção do envio',
  description: 'Em caso de perda, roubo ou danos no caminho',
  more: 'O que está coberto',
  moreLater: 'Detalhes indisponíveis no momento',
  withdrawn: 'A proteção não está disponível',

  // What becomes of the shopper's choice.
  changed: 'Proteção: agora {price}',
  restored: 'Proteção ativada novamente: {price}',
  raised: 'Proteção desativada: {price} (antes {old})',
  taken: 'A proteção está desativada',
  wording: '1',

  // What is covered.
  close: 'Fechar',
  covered: 'O que está coberto',
  coveredLoss: 'Pacotes que se perdem no caminho',
  coveredTheft: 'Pacotes roubados no caminho',
  coveredDamage: 'Artigos que chegam danificados',
  excluded: 'O que não está coberto',
  excludedUnshipped: 'O que não é enviado: downloads, cartões-presente e o que for retirado pessoalmente',
  excludedFaults: 'Defeitos que o artigo já tinha antes do envio; para esses, a loja responde, como sempre',
  provider: 'Quem responde',
  providerText: 'A loja, junto com o seu parceiro de proteção. Peça à loja as condições completas.',
  choice: 'A escolha é sua',
  choiceText: 'A proteção é opcional e fica desativada até que você a ative. Os seus direitos perante a loja são os mesmos com e sem ela.',
}
