import type { Messages } from '../../localize.ts'

export const messages: Messages<'protection'> = {
  // The protection offer, from the start.
  label: 'حماية الشحنة',
  description: 'عند الفقدان أو السرقة أو التلف',
  more: 'ما الذي تشمله الحماية',
  notAdded: 'غير مضافة',
  added: 'مضافة',
  changing: 'جارٍ التحديث…',
  moreLater: 'التفاصيل غير متاحة الآن',
  withdrawn: 'غير متاحة الآن',
  offline: 'متوقفة: أنت غير متصل',
  protect: 'حماية طلبي مقابل {price}',
  without: 'المتابعة دون حماية',

  // What becomes of the shopper's choice.
  changed: 'الآن {price} بدلًا من {old}',
  restored: 'مفعّلة من جديد: {price}',
  raised: 'متوقفة: {price} بدلًا من {old}',
  taken: 'أُزيلت من سلتك',
  wording: '2',

  // What is covered.
  close: 'إغلاق',
  coveredLoss: 'الفقدان في الطريق',
  lostAfter: 'يُعدّ مفقودًا بعد {days} دون تحديث',
  coveredTheft: 'السرقة في الطريق',
  coveredDamage: 'وصول المنتج تالفًا',
  claimWithin: 'أبلغنا خلال {days} من التسليم',
  coversUpTo: 'حتى {price} لكل طلب',
  excluded: 'ما لا تشمله',
  excludedUnshipped: 'التنزيلات وبطاقات الهدايا والاستلام من المتجر',
  excludedFaults: 'عيوب ما قبل الشحن. نتولّاها في كل الأحوال.',
  choice: 'الخيار لك',
  choiceText: 'الحماية اختيارية، وتبقى متوقفة إلى أن تشغّلها. حقوقك بصفتك عميلًا هي نفسها معها ومن دونها.',
  providerText: 'نقدّمها مع شريكنا في الحماية. اطلب منا الشروط الكاملة.',
}
