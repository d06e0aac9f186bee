/** Detection of the language of a merchant's products from their texts. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { DETECTED_BY, detectLanguage } from '../../../indexer/products/detect-language.ts';
import { ANALYZED_LANGUAGES } from '../../../src/search/text/analyzer.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

/** Short titles in each language, with product names that are the same in all languages. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  en: ['Cordless drill 20V', 'Leather jacket for men, black', 'USB-C cable 2 m', 'Laptop stand', 'iPhone 11 case'],
  de: ['Akku-Bohrschrauber 18V', 'Lederjacke Herren schwarz', 'Laptopständer', 'Gartenschlauch 15m', 'iPhone 11 Hülle'],
  fr: ['Perceuse sans fil 18V', 'Veste en cuir homme noire', 'Câble USB-C', 'Coque iPhone 11', 'Bague or 18 carats'],
  es: ['Taladro inalámbrico 18V', 'Chaqueta de cuero hombre negra', 'Funda iPhone 11', 'Botella de acero'],
  pl: ['Wiertarka akumulatorowa 18V', 'Kurtka skórzana męska', 'Etui iPhone 11', 'Butelka stalowa 500 ml'],
  ru: ['Дрель аккумуляторная 18В', 'Кожаная куртка мужская', 'Чехол iPhone 11', 'Бутылка 500 мл'],
  tr: ['Şarjlı matkap 18V', 'Deri ceket erkek siyah', 'Telefon kılıfı iPhone 11', 'Çelik matara 500 ml'],
  ar: ['قميص قطن أزرق', 'سترة جلدية رجالية', 'كابل USB-C 2 متر'],
  hi: ['सूती साड़ी', 'पुरुषों के जूते', 'स्टील की बोतल 500 ml'],
  th: ['กระเป๋าหนังผู้หญิง', 'รองเท้าวิ่งผู้ชาย'],
  zh: ['苹果手机保护壳', '防水帐篷', '无线充电器'],
  ja: ['ワイヤレスイヤホン', '抹茶セット', '本革財布 メンズ'],
};

test.each(Object.entries(TITLES))('%s is detected', async (language, titles) => {
  const many = Array.from({ length: 5 }, () => titles).flat();
  expect(await detectLanguage(many)).toEqual({ language, isProvisional: false });
});

test('the language of few texts is provisional', async () => {
  expect(await detectLanguage(['Lederjacke Herren schwarz'])).toEqual({ language: 'en', isProvisional: true });
  expect(await detectLanguage([])).toEqual({ language: 'en', isProvisional: true });
});

test('any texts give one of the analyzed languages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText({ minLength: 20 }), { minLength: 10 }), async (texts) => {
      expect(ANALYZED_LANGUAGES).toContain((await detectLanguage(texts)).language);
    }),
    { numRuns: 30 },
  );
});

test('DETECTED_BY has the installed version of the library', () => {
  const { name, version } = JSON.parse(readFileSync('node_modules/tinyld/package.json', 'utf8')) as Record<
    string,
    string
  >;
  expect(DETECTED_BY).toBe(`${name} ${version}`);
});
