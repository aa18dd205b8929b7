/** First names and last names by script: a member list never uses one alphabet only. */
const scripts: readonly { first: readonly string[]; last: readonly string[] }[] = [
  { first: ['Adaeze', 'Chidi', 'Zanele', 'Kwame', 'Amara'], last: ['Nwosu', 'Mensah', 'Dlamini', 'Eze', 'Balogun'] },
  { first: ['Søren', 'Åsa', 'Þórdís', 'Maël', 'Zoë'], last: ['Ångström', 'Jónsdóttir', "O'Connell", 'Núñez-Ibarra', 'Łukasiewicz'] },
  { first: ['Олена', 'Дмитро', 'Јелена', 'Борис', 'Любов'], last: ['Шевченко', 'Петровић', 'Іваненко', 'Соколова', 'Живковић'] },
  { first: ['Ελένη', 'Νίκος', 'Σοφία', 'Γιώργος', 'Δήμητρα'], last: ['Παπαδοπούλου', 'Γεωργίου', 'Νικολάου', 'Ιωάννου', 'Δημητρίου'] },
  { first: ['ليلى', 'عمر', 'فاطمة', 'يوسف', 'سلمى'], last: ['الخطيب', 'منصور', 'الزهراني', 'بن علي', 'درويش'] },
  { first: ['נועה', 'אורי', 'תמר', 'איתן', 'שירה'], last: ['כהן', 'לוי', 'מזרחי', 'פרץ', 'ביטון'] },
  { first: ['आरती', 'राहुल', 'प्रिया', 'विक्रम', 'मीरा'], last: ['शर्मा', 'पटेल', 'सिंह', 'गुप्ता', 'जोशी'] },
  { first: ['கவிதா', 'அருண்', 'மீனா', 'செல்வம்', 'தமிழ்'], last: ['முருகன்', 'ராமசாமி', 'குமார்', 'சுப்ரமணியன்', 'வேலு'] },
  { first: ['小红', '建国', '美玲', '志强', '雅婷'], last: ['王', '李', '陳', '歐陽', '张'] },
  { first: ['さくら', '健太', '陽菜', '大輔', 'ユキ'], last: ['佐藤', '鈴木', '髙橋', '渡邉', '中村'] },
  { first: ['지우', '민준', '서연', '하늘', '도윤'], last: ['김', '이', '박', '최', '남궁'] },
  { first: ['สมชาย', 'มาลี', 'อนันต์', 'ดวงใจ', 'ปรีชา'], last: ['ใจดี', 'สุขสวัสดิ์', 'วงศ์ไทย', 'บุญมี', 'ศรีสุข'] },
  { first: ['Nguyễn Thị', 'Trần Văn', 'Lê Thị', 'Phạm Đức', 'Hoàng Mỹ'], last: ['Hạnh', 'Dũng', 'Ngọc', 'Tuấn', 'Linh'] },
  { first: ['İpek', 'Çağrı', 'Gülşah', 'Ömer', 'Işıl'], last: ['Yılmaz', 'Şahin', 'Öztürk', 'Çelik', 'Güneş'] },
  { first: ['ნინო', 'გიორგი', 'თამარ', 'ლევან', 'მარიამ'], last: ['ბერიძე', 'კაპანაძე', 'გელაშვილი', 'მაისურაძე', 'ლომიძე'] },
  { first: ['Անի', 'Արամ', 'Նարե', 'Տիգրան', 'Լուսինե'], last: ['Պետրոսյան', 'Սարգսյան', 'Հակոբյան', 'Գրիգորյան', 'Մկրտչյան'] },
  { first: ['ሰላም', 'አበበ', 'ትዕግስት', 'ዳዊት', 'ሐና'], last: ['ተስፋዬ', 'ከበደ', 'መኮንን', 'አለሙ', 'ግርማ'] },
]

/** Returns the name of the person with that number: another script each time, and no name twice before all are used. */
export function peopleNamed(index: number): { firstName: string; lastName: string } {
  const { first, last } = scripts[index % scripts.length]!
  const round = Math.floor(index / scripts.length)
  return { firstName: first[round % first.length]!, lastName: last[(round + Math.floor(round / first.length)) % last.length]! }
}
