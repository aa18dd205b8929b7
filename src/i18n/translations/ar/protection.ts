import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'حماية الشحنة',
  description: 'عند الفقدان أو السرقة أو التلف في الطريق',
  more: 'ما الذي تشمله الحماية',
  moreLater: 'تعذّر عرض التفاصيل الآن',
  withdrawn: 'حماية الشحنة غير متاحة',

  // What becomes of the shopper's choice.
  changed: 'حماية الشحنة: السعر الآن {price}',
  restored: 'عادت حماية الشحنة: {price}',
  raised: 'أُوقفت الحماية: {price} (كان {old})',
  taken: 'حماية الشحنة متوقفة الآن',
  wording: '1',

  // What is covered.
  close: 'إغلاق',
  covered: 'ما الذي تشمله الحماية',
  coveredLoss: 'الطرود التي تُفقد في الطريق',
  coveredTheft: 'الطرود التي تُسرق في الطريق',
  coveredDamage: 'المنتجات التي تصل تالفة',
  excluded: 'ما الذي لا تشمله',
  excludedUnshipped: 'ما لا يُشحن: التنزيلات وبطاقات الهدايا وما تستلمه بنفسك',
  excludedFaults: 'عيوب كانت في المنتج قبل إرساله؛ فهذه يتولّاها المتجر كالمعتاد',
  provider: 'من يتولّى الأمر',
  providerText: 'المتجر مع شريكه في الحماية. اطلب الشروط الكاملة من المتجر.',
  choice: 'الخيار لك',
  choiceText: 'الحماية اختيارية، وتبقى متوقفة إلى أن تشغّلها. حقوقك تجاه المتجر هي نفسها معها ومن دونها.',
}
