/** Latin names that shoppers type in Cyrillic or Greek: each is found, in the set, in the order and while suggesting. */
import { only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  ru: {
    shell: 'Масло моторное Shell Helix Ultra 5W-40',
    castrol: 'Castrol Magnatec 10W-40 масло моторное',
    lukoil: 'Масло моторное Лукойл 5W-40',
    lukoilLatin: 'Антифриз Lukoil 5 л',
    pads: 'Колодки передние Ford Focus II',
    tyre: 'Шина зимняя Pirelli 205/55',
    radio: 'Автомагнитола Pioneer 1DIN',
    frame: 'Рамка для магнитолы 2DIN',
    drill: 'Дрель ударная Bosch',
    phone: 'Смартфон Apple iPhone 14',
    wd: 'Смазка проникающая WD-40',
    pan: 'Кастрюля 3 л',
  },
  uk: {
    drill: 'Дриль ударний Makita 710 Вт',
    saw: 'Пила ланцюгова',
    mats: 'Килимки в салон Skoda Octavia A7',
    otherMats: 'Килимки в багажник Ford',
  },
  hi: {
    mixer: 'Philips HL7756 मिक्सर ग्राइंडर',
    otherMixer: 'Sujata जूसर मिक्सर',
    soap: 'Himalaya नीम साबुन',
    otherSoap: 'Patanjali हल्दी साबुन',
  },
  el: {
    nappies: 'Pampers Premium Care πάνες Νο 4',
    otherNappies: 'Babylino πάνες Νο 4',
    cream: 'Korres Άγριο Τριαντάφυλλο κρέμα ημέρας',
    otherCream: 'CeraVe ενυδατική κρέμα 340 ml',
    capsules: 'Solgar Omega 3 κάψουλες',
    sun: 'Αντηλιακό σπρέι Carroten',
  },
};

export const LATIN_NAMES: Topic = { name: 'latin-names', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['ru', 'шелл хеликс', 'shell'],
    ['ru', 'масло кастрол', 'castrol'],
    ['hi', 'फिलिप्स मिक्सर', 'mixer'],
    ['hi', 'हिमालया साबुन', 'soap'],
    ['hi', 'पतंजलि साबुन', 'otherSoap'],
    ['ru', 'колодки форд фокус', 'pads'],
    ['ru', 'пирелли', 'tyre'],
    ['ru', 'бош', 'drill'],
    ['ru', 'айфон 14', 'phone'],
    ['ru', 'вд 40', 'wd'],
    // A product that has the word in Cyrillic is meant.
    ['ru', 'лукойл', 'lukoil'],
    ['uk', 'дриль макіта', 'drill'],
    ['uk', 'килимки октавія', 'mats'],
    ['el', 'πάμπερς', 'nappies'],
    ['el', 'σεραβέ', 'otherCream'],
    ['el', 'κορρές κρέμα', 'cream'],
    ['el', 'ωμέγα 3', 'capsules'],
    ['el', 'ΚΑΡΡΟΤΕΝ', 'sun'],
  ])('in %s the set of %s is the product with the Latin name', async (locale, query, id) => {
    expect(await shops.found(locale, query)).toEqual(only(id));
  });

  test('a product with only the name comes first if none has all words', async () => {
    expect(await shops.found('ru', 'магнитола пионер')).toEqual({ ...only('radio'), isRelaxed: true });
  });

  test('the highlights are the Latin words', async () => {
    expect(await shops.highlighted('ru', 'масло шелл хеликс', 'shell')).toEqual(['Масло', 'Shell', 'Helix']);
  });

  test('such a product is suggested', async () => {
    expect((await shops.suggested('ru', 'масло кастрол'))[0]).toBe('castrol');
  });
}
