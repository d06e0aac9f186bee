/** `correctedQuery` is spelt as the merchant's products are, with accents, umlauts and the case of its language. */
import { numbered, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

/** The titles of a merchant of each language. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  de: ['Kopfhörer rot', 'Spielteppich Straße', 'Größe XL', 'GRÖSSENTABELLE'],
  fr: ['Écouteurs légers'],
  sv: ['Trådlösa hörlurar'],
  pl: ['Słuchawki dla gracza', 'Łańcuszek'],
  tr: ['KIRMIZI IŞIKLIK', 'İplikli kutu'],
  vi: ['Điện thoại màu đỏ'],
  ko: ['무선 헤드셋', '두부 찌개', '찹쌀 새알심', '토마토 케첩', '접이식 의자', '고무 대야'],
  ar: ['مظلة شمسية', 'سجاد صوف', 'حزام جلد', 'بنفسج', 'ثلاجة صغيرة', 'كاكاو خام'],
  fa: ['صندلی تاشو', 'حوله حمام', 'باتری قلمی'],
  hi: ['सूती कोट', 'झूला', 'पेचकस'],
  he: ['שטיח צמר', 'תנור אפייה', 'ארנק עור', 'בלנדר ידני', 'עיפרון', 'קלמר ורוד'],
  // The spelling of most texts, whatever comes first.
  es: ['Camion', 'Camión grande', 'CAMIÓN pequeño'],
};

const SHOPS: TextsByLanguage = Object.fromEntries(
  Object.entries(TITLES).map(([locale, titles]) => [
    locale,
    numbered('', titles.length, (index) => titles[index] as string),
  ]),
);

export const CORRECTED_QUERIES: Topic = { name: 'corrected-queries', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['de', 'Kopfhöhrer rot', 'kopfhörer rot'],
    ['de', 'KOPFHORRER ROT', 'kopfhörer rot'],
    ['de', 'spielteppich strassse', 'spielteppich straße'],
    ['de', 'grössentabele', 'grössentabelle'],
    ['fr', 'ecoutteurs legers', 'écouteurs legers'],
    ['sv', 'trådlösa hörlurrar', 'trådlösa hörlurar'],
    ['pl', 'sluchawwki', 'słuchawki'],
    ['pl', 'łancuszzek', 'łańcuszek'],
    ['tr', 'kirmizzi', 'kırmızı'],
    ['tr', 'ışıkllık', 'ışıklık'],
    ['tr', 'iplikkli kutu', 'iplikli kutu'],
    ['vi', 'điện thoaij', 'điện thoại'],
    ['es', 'camiion', 'camión'],
    // Letters that sound alike, in words that are too short for the engine to tolerate an error.
    ['ko', '찌게', '찌개'],
    ['ko', '무선 해드셋', '무선 헤드셋'],
    ['ko', '캐첩', '케첩'],
    ['ko', '이자', '의자'],
    ['ko', '꼬무 대야', '고무 대야'],
    ['ar', 'مضلة', 'مظلة'],
    ['ar', 'صجاد', 'سجاد'],
    ['ar', 'تلاجة', 'ثلاجة'],
    ['fa', 'سندلی', 'صندلی'],
    ['fa', 'هوله حمام', 'حوله حمام'],
    ['fa', 'باطری', 'باتری'],
    ['hi', 'कॉट', 'कोट'],
    ['hi', 'झुला', 'झूला'],
    ['he', 'סטיח', 'שטיח'],
    ['he', 'טנור אפייה', 'תנור אפייה'],
    ['he', 'איפרון', 'עיפרון'],
    // Without the letter of a vowel, and with exchanged letters.
    ['ar', 'كاكو', 'كاكاو'],
    ['ar', 'حزم', 'حزام'],
    ['ar', 'حزما', 'حزام'],
    ['he', 'תנר', 'תנור'],
    ['he', 'ארקנ', 'ארנק'],
    ['he', 'בלנר', 'בלנדר'],
  ])('in %s, "%s" means "%s"', async (locale, query, corrected) => {
    const { meta } = await shops.page(locale, { query });
    expect(meta).toMatchObject({ correctedQuery: corrected, isRelaxed: false });
  });
}
