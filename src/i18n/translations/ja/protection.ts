import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: '配送プロテクション',
  description: '配送中の紛失・盗難・破損に対応します',
  more: '対象となるもの',
  moreLater: '現在、詳細を表示できません',
  withdrawn: '配送プロテクションは現在ご利用いただけません',

  // What becomes of the shopper's choice.
  changed: '配送プロテクション：現在{price}',
  restored: '配送プロテクションが再びオンです：{price}',
  raised: 'オフになりました：{old}から{price}に変更',
  taken: '配送プロテクションはオフになりました',
  wording: '1',

  // What is covered.
  close: '閉じる',
  covered: '対象となるもの',
  coveredLoss: '配送中に紛失した荷物',
  coveredTheft: '配送中に盗まれた荷物',
  coveredDamage: '破損して届いた商品',
  excluded: '対象とならないもの',
  excludedUnshipped: '配送されないもの：ダウンロード商品、ギフトカード、ご自身で受け取る商品',
  excludedFaults: '発送前からあった商品の不具合（これまでどおりショップが対応します）',
  provider: '対応するのは',
  providerText: 'ショップと、その提携先が対応します。規約の全文はショップにお尋ねください。',
  choice: 'お選びいただけます',
  choiceText: 'プロテクションは任意で、オンにするまではオフのままです。ショップに対するお客様の権利は、あってもなくても変わりません。',
}
