/**
 * Compounds of Swedish, Danish and Norwegian whose end the hyphenation patterns miss, and those of the query that no
 * product has: the set is that of the end.
 */
import { idsIn } from '../../../results/support.ts';
import type { Shops, TextsByLanguage, Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  sv: {
    shoes: 'Barnskor i läder',
    runners: 'Löparskor Fontana',
    trainers: 'Skor för löpning',
    sleepingBag: { title: 'Sovsäck Polar', description: 'Vintersovsäck' },
    bed: 'Tältsäng 190 cm',
    boots: 'Gummistövlar',
    childJacket: { title: 'Barnjacka Boardman', inCollections: ['Barn'] },
    rainSet: { title: 'Regnset barn', description: 'En jacka och ett par byxor.' },
    jacket: 'Vandringsjacka',
    bottles: 'Vattenflaskor, 2 st',
    stove: 'Stormkök 27',
    food: 'Hundmat 3 kg',
    size: 'Anteckningsbok i fickformat',
    lock: 'Cykellås',
    saw: 'Sticksåg',
    net: 'Myggnät',
    spinach: 'Bladspenat, fryst',
    axe: 'Skogsyxa 65 cm',
    knife: 'Knivar, 3 st',
    rod: 'Kastspö 210 cm',
    wool: 'Underställ i merinoull',
    cotton: 'Sängkläder i bomull',
    cloth: 'Bomullstyg',
    tools: 'Handverktyg i låda',
    cupboard: 'Medicinskåp',
    spatulas: 'Stekredskap, 3 st',
    fire: 'Elkamin 1800 W',
  },
  da: {
    jacket: 'Regnjakke dame',
    shoes: 'Damesko',
    food: 'Hundemad 3 kg',
    clothes: 'Børnetøj, str. 92',
    toys: 'Trælegetøj',
    bag: 'Sovepose',
    cup: 'Kaffekop',
    glass: 'Vinglas, 6 stk',
    lock: 'Cykellås',
    knob: 'Møbelknop i messing',
    dish: 'Vaffelfad',
    fire: 'Elkamin 1800 W',
    cupboard: 'Medicinskab',
    rake: 'Haveredskab',
  },
  no: {
    food: 'Hundemat 3 kg',
    oven: 'Mikrobølgeovn 20 l',
    saw: 'Motorsag',
    lock: 'Sykkellås',
    socks: 'Ullsokker',
    size: 'Notatbok i lommeformat',
    dish: 'Kakefat på fot',
    candle: 'Gravlys 50 t',
    fire: 'Elpeis 1800 W',
    cupboard: 'Medisinskap',
    whisks: 'Bakeredskaper, 4 deler',
  },
};

export const NORDIC_COMPOUNDS: Topic = { name: 'nordic-compounds', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each<[string, string, readonly string[]]>([
    ['sv', 'skor', ['runners', 'shoes', 'trainers']],
    ['sv', 'jacka', ['childJacket', 'jacket', 'rainSet']],
    ['sv', 'kök', ['stove']],
    ['sv', 'mat', ['food']],
    ['sv', 'lås', ['lock']],
    ['sv', 'såg', ['saw']],
    ['sv', 'nät', ['net']],
    ['sv', 'spö', ['rod']],
    ['sv', 'ull', ['wool']],
    ['sv', 'tyg', ['cloth']],
    ['sv', 'yxa', ['axe']],
    ['sv', 'yxor', ['axe']],
    ['sv', 'skåp', ['cupboard']],
    ['sv', 'kamin', ['fire']],
    ['da', 'jakke', ['jacket']],
    ['da', 'sko', ['shoes']],
    ['da', 'mad', ['food']],
    ['da', 'tøj', ['clothes']],
    ['da', 'pose', ['bag']],
    ['da', 'kop', ['cup']],
    ['da', 'lås', ['lock']],
    ['da', 'knop', ['knob']],
    ['da', 'fad', ['dish']],
    ['da', 'kamin', ['fire']],
    ['da', 'skab', ['cupboard']],
    ['no', 'mat', ['food']],
    ['no', 'fat', ['dish']],
    ['no', 'lys', ['candle']],
    ['no', 'peis', ['fire']],
    ['no', 'skap', ['cupboard']],
    ['no', 'ovn', ['oven']],
    ['no', 'sag', ['saw']],
    ['no', 'lås', ['lock']],
  ])('in %s the set of %s has the compounds that end so, and no other words', async (locale, query, ids) => {
    const { meta, data } = await shops.page(locale, { query, sort: { by: 'title', order: 'asc' } });
    expect({ ids: idsIn({ data }).toSorted(), relaxed: meta.isRelaxed, corrected: meta.correctedQuery }).toEqual({
      ids,
      relaxed: false,
      corrected: null,
    });
  });

  test.each<[string, string, readonly string[]]>([
    // A common end, and no product has the beginning.
    ['sv', 'terrängskor', ['runners', 'shoes', 'trainers']],
    ['sv', 'terrangskor', ['runners', 'shoes', 'trainers']],
    // Not the sleeping bag, two letters from `Vintersov`.
    ['sv', 'vinterskor', ['runners', 'shoes', 'trainers']],
    // Patterns find this end only in the word as written.
    ['sv', 'hundsäng', ['bed']],
    ['sv', 'gasolkök', ['stove']],
    ['sv', 'fiskespö', ['rod']],
    ['da', 'herresko', ['shoes']],
    ['no', 'kattemat', ['food']],
  ])('in %s an unknown compound, %s, is relaxed to its end', async (locale, query, ids) => {
    const { meta, data } = await shops.page(locale, { query, sort: { by: 'title', order: 'asc' } });
    const found = await shops.ids(locale, query);
    expect([idsIn({ data }).toSorted(), meta.isRelaxed, ids.includes(found[0] ?? '')]).toEqual([ids, true, true]);
  });

  test('a compound comes first if its parts are typed in reverse', async () => {
    expect((await shops.ids('sv', 'jacka barn'))[0]).toBe('childJacket');
  });
}
