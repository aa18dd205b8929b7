import type { OrderInput } from '../../../proxy/upstream/protection.ts'

/** A person who orders, and their shipping address. */
export type Person = Pick<OrderInput, 'customer' | 'shipping_address'>

type AddressParts = readonly [address1: string, postal_code: string, city: string, province_code: string, country_code: string, phone_number: string]

let last = 700100200302

function person(first_name: string, last_name: string, email: string, parts: AddressParts, address2?: string): Person {
  const [address1, postal_code, city, province_code, country_code, phone_number] = parts
  return {
    customer: { shop_customer_id: String(++last + 1000), first_name, last_name, email },
    shipping_address: { address1, ...(address2 && { address2 }), province_code, city, postal_code, country_code, phone_number },
  }
}

/** The demo's shopper who is a member. */
export const mira: Person = {
  customer: { shop_customer_id: '700100200301', first_name: 'Mira', last_name: 'Okafor', email: 'mira@example.com' },
  shipping_address: {
    address1: '2210 SE Clay Street',
    province_code: 'US-OR',
    city: 'Portland',
    postal_code: '97214',
    country_code: 'US',
    phone_number: '+1 503 555 0118',
  },
}

/** The demo’s shopper who is not a member. */
export const jonas: Person = {
  customer: { shop_customer_id: '700100200302', first_name: 'Jonas', last_name: 'Weber', email: 'jonas@example.com' },
  shipping_address: {
    address1: '48 Garfield Avenue',
    province_code: 'US-CO',
    city: 'Denver',
    postal_code: '80206',
    country_code: 'US',
    phone_number: '+1 720 555 0164',
  },
}

/** People all over the world, with names and addresses in their own scripts. */
export const people = {
  sato: person('陽葵', '佐藤', 'himari@example.jp', ['丸の内1丁目1-1', '100-0005', '千代田区', 'JP-13', 'JP', '+81 3-5555-0101'], '富士ビル 3階'),
  otaibi: person('نورة', 'العتيبي', 'noura@example.com', ['شارع سالم المبارك، قطعة 4', '20001', 'السالمية', '', 'KW', '+965 2555 0102']),
  papadopoulou: person('Ελένη', 'Παπαδοπούλου', 'eleni@example.gr', ['Ερμού 15', '105 63', 'Αθήνα', 'GR-I', 'GR', '+30 21 0555 0103']),
  kovalenko: person('Сергій', 'Коваленко', 'serhii@example.com', ['вул. Хрещатик, 22', '01001', 'Київ', 'UA-30', 'UA', '+380 44 555 0104']),
  jaidee: person('สมชาย', 'ใจดี', 'somchai@example.com', ['99/1 ถนนสุขุมวิท แขวงคลองเตย', '10110', 'กรุงเทพมหานคร', 'TH-10', 'TH', '+66 2 555 0105']),
  cohen: person('נועה', 'כהן', 'noa@example.com', ['רחוב דיזנגוף 50', '6433222', 'תל אביב-יפו', '', 'IL', '+972 3-555-0106']),
  sharma: person('अनन्या', 'शर्मा', 'ananya@example.in', ['१२, एम जी रोड', '560001', 'बेंगलुरु', 'IN-KA', 'IN', '+91 80 5550 0107']),
  kim: person('서연', '김', 'seoyeon@example.kr', ['세종대로 110', '04524', '중구', 'KR-11', 'KR', '+82 2-555-0108']),
  sorensen: person('Grethe', 'Sørensen', 'grethe@example.dk', ['Ærøgade 4, st. th.', '2200', 'København N', '', 'DK', '+45 35 55 01 09']),
  conceicao: person('João', 'Conceição', 'joao@example.com.br', ['Rua Augusta, 1500', '01304-001', 'São Paulo', 'BR-SP', 'BR', '+55 (11) 5555-0110']),
  wang: person('小明', '王', 'xiaoming@example.cn', ['南京东路 100 号', '200001', '上海', 'CN-SH', 'CN', '+86 21 5555 0111']),
  muller: person('Zoë', 'Müller-Groß', 'zoe@example.de', ['Straße des 17. Juni 135', '10623', 'Berlin', '', 'DE', '+49 30 5550112']),
  lefevre: person('François', 'Lefèvre', 'francois@example.fr', ["12 rue de l'Église", '75015', 'Paris', '', 'FR', '01.55.55.01.13']),
  obriain: person('Siobhán', 'Ó Briain', 'siobhan@example.ie', ['Sráid na Mainistreach 7', '', 'Gaillimh', 'IE-G', 'IE', '+353 91 555 114']),
  hernandez: person('José', 'Hernández Núñez', 'jose@example.mx', ['Av. Insurgentes Sur 300', '06700', 'Ciudad de México', 'MX-CMX', 'MX', '+52 55 5555 0115']),
  ferrari: person('Giulia', 'Ferrari', 'giulia@example.it', ["Via dell'Orso 21", '00186', 'Roma', 'IT-RM', 'IT', '+39 06 5555 0116']),
  nguyen: person('Hương', 'Nguyễn Thị', 'huong@example.vn', ['12 phố Hàng Bạc', '100000', 'Hà Nội', '', 'VN', '+84 24 5555 0117']),
  tremblay: person('Éloïse', 'Tremblay', 'eloise@example.ca', ['4500, rue Saint-Denis', 'H2J 2L3', 'Montréal', 'CA-QC', 'CA', '(514) 555-0119 x12']),
  wolf: person('X Æ', "O'Wolf-van der Berg", 'wolf@example.com.au', ['1 George Street', '2000', 'Sydney', 'AU-NSW', 'AU', '+61 2 5550 0120'], 'Unit 5/7'),
  beridze: person('ნინო', 'ბერიძე', 'nino@example.ge', ['რუსთაველის გამზირი 8', '0108', 'თბილისი', '', 'GE', '+995 32 255 01 21']),
  hotel: person('Purchasing', 'Grand Hotel', 'purchasing@example.com', ['1 Convention Way', '89109', 'Las Vegas', 'US-NV', 'US', '+1 702 555 0122']),
} satisfies Record<string, Person>
