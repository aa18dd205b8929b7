import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: '配送プロテクション',
  description: '紛失・盗難・破損に対応',
  more: '対象となるもの',
  notAdded: '未追加',
  added: '追加済み',
  changing: '更新中…',
  moreLater: '詳細を表示できません',
  withdrawn: 'ただいまご利用いただけません',
  offline: 'オフライン中のためオフです',
  protect: '{price}で注文を保護する',
  without: '保護なしで進む',

  // What becomes of the shopper's choice.
  changed: '{old}から{price}に変更',
  restored: '再びオン：{price}',
  raised: 'オフ：{old}から{price}に変更',
  taken: 'カートから削除されました',
  wording: '2',

  // What is covered.
  close: '閉じる',
  coveredLoss: '配送中の紛失',
  lostAfter: '追跡情報の更新が{days}間ない場合に紛失とみなします',
  coveredTheft: '配送中の盗難',
  coveredDamage: '到着時の破損',
  claimWithin: '配達後{days}以内にご連絡ください',
  coversUpTo: '1回のご注文につき{price}まで',
  excluded: '対象外',
  excludedUnshipped: 'ダウンロード商品、ギフトカード、店舗での受け取り',
  excludedFaults: '発送前からの不具合（当店が通常どおり対応します）',
  choice: 'お選びいただけます',
  choiceText: 'プロテクションは任意で、オンにするまではオフのままです。お客様としての権利は、あってもなくても変わりません。',
  providerText: '当店と提携先が提供します。規約の全文は当店にお尋ねください。',
}
