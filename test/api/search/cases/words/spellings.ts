/**
 * Words that some write as one and others as several, short misspelt words, and British and American spellings: the
 * first product of the ranked search, and the set of a results page.
 */
import { numbered, only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  en: {
    ...numbered('deadbolt', 12, (index) => `Deadbolt, finish ${index}`),
    bolt: 'Single dead bolt in brass',
    hinge: 'Hinge',
    ...numbered('mower', 14, (index) => `Electric lawn mower ${index}`),
    oil: 'Oil for lawnmowers',
    cover: 'Cover for electric lawn mowers',
    ...numbered('console', 9, (index) => `Xbox 360 console ${index}`),
    controller: 'Controller for Xbox360',
    ...numbered('watch', 5, (index) => `Smart watch ${index}`),
    ...numbered('smartwatch', 6, (index) => `Smartwatch ${index}`),
    hub: 'Hub USB-C with four ports',
    usb: 'Hub with USB-A ports',
    cable: 'Cable with a clip',
    duo: 'Intel Core 2 Duo processor',
    quad: 'Intel Core 2 Quad processor',
    cores: 'Core drill',
    r13: 'R-13 insulation, kraft faced',
    r30: 'R-30 insulation, kraft faced',
    stone: 'Insulation of stone wool',
    black: 'Black hat',
    lamp: 'Bedside lamp',
    lace: 'Lace tablecloth',
    chair: 'Chair of oak',
    adapter: 'Power adapter',
    disk: 'Hard disk',
    plate: 'License plate frame',
    vase: 'Galvanized vase',
    ...numbered('shoe', 35, (index) => `Red shoe ${index}`),
    leggings: 'Leggings, red',
    press: 'Leg press',
    earring: 'Earring of silver',
    ear: 'Ear plugs',
    icing: 'Royal icing',
    ice: 'Ice tray',
    detector: 'Smoke detector',
    probe: 'Probe that detects smoke',
    cutter: 'Miter saw',
    train: 'Train of wood',
    training: 'Toilet training seat',
    dress: 'Summer dress',
    dressing: 'Salad dressing',
    clothing: 'Clothing for babies',
    cloth: 'Cleaning cloth',
    ...numbered('mask', 4, (index) => `Dust mask ${index}`),
    respirator: 'Half-face filter mask, a reusable respirator',
    ...numbered('wrench', 4, (index) => `Adjustable wrench ${index}`),
    torque: 'Click wrench with a scale for torque',
    bowl: 'Silver bowl',
    keyRing: 'Silver key ring with a tag',
    keyring: 'Keyring of bone',
    record: 'R.E.M. on vinyl',
    letters: 'Stickers: E, R and M on vinyl',
    book: 'The Hobbit by J.R.R. Tolkien',
    brandy: 'Hennessy V.S., gift box',
    oldBrandy: 'Hennessy aged, gift box',
  },
  fr: {
    ...numbered('drill', 4, (index) => `Perceuse sans fil ${index}`),
    mower: 'Coupe-bordures et tondeuse à gazon sans fil',
  },
  // Fulani in Adlam: each letter is two UTF-16 units.
  ff: { milk: '𞤳𞤮𞤧𞤢𞤥 𞤱𞤭𞤤𞤭', water: '𞤲𞤣𞤭𞤴𞤢𞤥' },
};

export const SPELLINGS: Topic = { name: 'spellings', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['dead bolt', 12],
    ['dead bolts', 12],
    ['lawnmowers', 15],
    ['electric lawnmower', 15],
    ['xbox360', 9],
  ])('many more products have the other spelling: %s', async (query, total) => {
    expect(await shops.found('en', query)).toMatchObject({ total, isRelaxed: false, correctedQuery: null });
  });

  test.each([
    ['deadbolt', 12],
    ['lawn mower', 15],
    ['xbox 360', 9],
    ['smart watch', 5],
    ['smartwatch', 6],
  ])('the spelling as typed is usual: %s', async (query, total) => {
    expect(await shops.found('en', query)).toMatchObject({ total, isRelaxed: false, correctedQuery: null });
  });

  test.each([
    ['en', 'rspirator mask', 'respirator', 'respirator mask'],
    ['en', 'trque wrench', 'torque', 'torque wrench'],
    ['fr', 'tondese sans fil', 'mower', 'tondeuse sans fil'],
  ])('in %s, a typing error hides the ending from the stemmer: %s', async (language, query, id, correctedQuery) => {
    expect(await shops.found(language, query)).toEqual({ ...only(id), correctedQuery });
  });

  test.each([
    ['usbc hub', 'hub'],
    ['hub usbc', 'hub'],
    ['core2duo', 'duo'],
    ['core2duo processor', 'duo'],
    ['r13 insulation', 'r13'],
  ])('words of a title that were typed as one: %s', async (query, id) => {
    expect(await shops.found('en', query)).toEqual(only(id));
  });

  test.each([
    ['rem', 'record'],
    ['rem vinyl', 'record'],
    ['jrr', 'book'],
    ['jrr tolkien', 'book'],
    ['hennessy vs', 'brandy'],
    ['vs hennessy', 'brandy'],
  ])('initials without their dots: %s', async (query, id) => {
    expect(await shops.found('en', query)).toEqual(only(id));
    expect((await shops.ids('en', query))[0]).toBe(id);
  });

  test('initials are highlighted', async () => {
    expect(await shops.highlighted('en', 'jrr tolkien', 'book')).toEqual(['J.R.R', 'Tolkien']);
  });

  test.each([
    ['typed as one', '𞤳𞤮𞤧𞤢𞤥𞤱𞤭𞤤𞤭', null],
    ['unfinished, with an error', '𞤱𞤭𞤤𞤭 𞤳𞤮𞤧c', '𞤱𞤭𞤤𞤭 𞤳𞤮𞤧𞤢𞤥'],
  ])('words in letters of two UTF-16 units: %s', async (_name, query, correctedQuery) => {
    expect(await shops.found('ff', query)).toEqual({ ...only('milk'), correctedQuery });
  });

  test('a word that some product has is two words of another title, if no product has the whole query', async () => {
    expect(await shops.found('en', 'silver keyring')).toEqual(only('keyRing'));
    expect(await shops.found('en', 'keyring')).toMatchObject({ first: 'keyring' });
  });

  test.each([
    ['blak', 'black', 'black'],
    ['lapm', 'lamp', 'lamp'],
    ['chir', 'chair', 'chair'],
  ])('a misspelt word of four letters: %s', async (query, correctedQuery, id) => {
    expect(await shops.found('en', query)).toEqual({ ...only(id), correctedQuery });
  });

  test.each([
    ['adaptor', 'adapter'],
    ['hard disc', 'disk'],
    ['licence plates', 'plate'],
    ['galvanised', 'vase'],
    ['mitre saw', 'cutter'],
  ])('a British spelling of an American word: %s', async (query, id) => {
    expect(await shops.found('en', query)).toEqual(only(id));
  });

  test.each([
    ['leggins red', 'leggings', 'leggings red'],
    ['leggins', 'leggings', 'leggings'],
    ['leggings', 'leggings', null],
    ['earings', 'earring', null],
    ['icing', 'icing', null],
    ['train', 'train', null],
    ['training', 'training', null],
    ['dressing', 'dressing', null],
    ['clothes', 'clothing', null],
    ['smoke detecter', 'detector', null],
  ])('a noun whose last letters are no ending: %s', async (query, id, correctedQuery) => {
    expect(await shops.found('en', query)).toEqual({ ...only(id), correctedQuery });
  });
}
