/** The kinds of products in the names of collections. */
import fc from 'fast-check';
import { kindsOf } from '../../../indexer/documents/kinds.ts';
import { analyzerOf } from '../../../src/search/text/analyzer.ts';
import { tokenize } from '../../../src/search/text/tokenize.ts';

const kindsIn = (language: string, names: readonly string[], title: string) =>
  kindsOf(names, () => tokenize(title), analyzerOf(language));

test.each([
  ['en', 'Hats, gloves & scarves', 'Merino hat', ['Hats'], ['gloves', 'scarves']],
  ['en', 'Hats and gloves', 'Winter gloves', ['gloves'], ['Hats']],
  ['en', 'Screws/bolts', 'Bolt M8', ['bolts'], ['Screws']],
  ['de', 'Mützen und Schals', 'Schal aus Wolle', ['Schals'], ['Mützen']],
  ['pl', 'Młotki i siekiery', 'Młotek 500 g', ['Młotki'], ['siekiery']],
  ['pt', 'Calças e saias', 'Saia midi', ['saias'], ['Calças']],
  ['ru', 'Брюки и юбки', 'Юбка джинсовая', ['юбки'], ['Брюки']],
  ['uk', 'Штани та спідниці', 'Спідниця джинсова', ['спідниці'], ['Штани']],
  ['uk', 'Штани й спідниці', 'Штани літні', ['Штани'], ['спідниці']],
  ['uk', 'Штани, шорти і спідниці', 'Шорти', ['шорти'], ['Штани', 'спідниці']],
  // The kind begins a compound, but a word that is a kind says more.
  ['da', 'Golf, ridning og sejlsport', 'Golfbolde', ['Golf'], ['ridning', 'sejlsport']],
  ['da', 'Tæpper og tæppefliser', 'Tæppefliser grå', ['tæppefliser'], ['Tæpper']],
  ['sv', 'Fiske och jakt', 'Jaktkniv', ['jakt'], ['Fiske']],
  ['sr', 'Сукње и хаљине', 'Хаљина летња', ['хаљине'], ['Сукње']],
  ['sr', 'Suknje i haljine', 'Haljina letnja', ['haljine'], ['Suknje']],
  ['lt', 'Sijonai ir suknelės', 'Suknelė su gėlėmis', ['suknelės'], ['Sijonai']],
  ['ca', 'Faldilles i vestits', 'Vestit de lli', ['vestits'], ['Faldilles']],
  ['tr', 'Masa ve Sandalyeler', 'Yemek masası', ['Masa'], ['Sandalyeler']],
  ['ja', '皿・茶碗・カップ', '茶碗 青', ['茶碗'], ['皿', 'カップ']],
  ['ar', 'فساتين وعبايات', 'عباية سوداء', ['عبايات'], ['فساتين']],
  ['ar', 'أغطية، مفارش ومناشف', 'مفرش سرير', ['مفارش'], ['أغطية', 'مناشف']],
  ['he', 'כריות ושמיכות', 'שמיכת פוך', ['שמיכות'], ['כריות']],
  ['en', 'Shoes for women and men', 'Loafers for men', ['Shoes', 'men'], ['women']],
  ['en', 'Shoes for women and men', 'Suede shoes', ['Shoes', 'women', 'men'], []],
  ['en', 'Hats & gloves for kids', 'Kids winter hat', ['Hats', 'kids'], ['gloves']],
  ['en', 'Hats & gloves for kids', 'Winter hat', ['Hats', 'kids'], ['gloves']],
  ['de', 'Futter für Hunde und Katzen', 'Nassfutter Katze', ['Futter', 'Katzen'], ['Hunde']],
  ['pl', 'Karma dla psów i kotów', 'Sucha karma dla psa', ['Karma', 'psów'], ['kotów']],
  ['fr', 'Croquettes pour chiens et chats', 'Pâtée pour chat', ['Croquettes', 'chats'], ['chiens']],
  ['lt', 'Kvepalai moterims ir vyrams', 'Tualetinis vanduo vyrams', ['Kvepalai', 'vyrams'], ['moterims']],
  ['fi', 'Takit naisille ja miehille', 'Miehille untuvatakki', ['Takit', 'miehille'], ['naisille']],
])('in %s, `%s` of %s', (language, name, title, own, other) => {
  expect(kindsIn(language, [name], title)).toEqual({ own, other, lists: [name] });
});

test.each([
  ['Hats and gloves', 'no kind is named', 'Model 12'],
  ['Hats and gloves', 'every kind is named', 'Hats with gloves'],
])('`%s` is kept whole if %s', (name, _reason, title) => {
  const { own, other } = kindsIn('en', [name], title);
  expect(tokenize(own.join(' ')).filter((word) => word !== 'and')).toEqual(['hats', 'gloves']);
  expect(other).toEqual([]);
});

test.each(['H&M', 'Rope 5,5 mm', 'Bits 1/4', 'Sandwiches', 'Andes', 'Lego', ''])('`%s` lists nothing', (name) => {
  expect(kindsIn('en', [name], 'Lego')).toEqual({ own: [name], other: [], lists: [] });
});

test.each([
  ['ar', 'ملابس وردية'],
  ['ar', 'أطقم وسائد'],
  ['ar', 'ورق'],
  ['he', 'מוטות וילונות'],
  ['he', 'שמלות ורודות'],
])('in %s, `%s` lists nothing: its second word begins with the letter of `and`', (language, name) => {
  expect(kindsIn(language, [name], name)).toEqual({ own: [name], other: [], lists: [] });
});

test('a collection of one kind names it', () => {
  expect(kindsIn('en', ['Hats and gloves', 'Gloves'], 'Nordlys')).toEqual({
    own: ['Gloves', 'gloves'],
    other: ['Hats'],
    lists: ['Hats and gloves'],
  });
});

test('no word of a name is lost, whatever the names and the language', () => {
  const words = fc.array(fc.constantFrom('hat', 'and', 'glove', ',', '&', '/', '・', ' ', '1', 'und', 'for', 'шапка'));
  const names = fc.array(
    words.map((parts) => parts.join(' ')),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      names,
      fc.constantFrom('en', 'de', 'ja', 'ar', 'zz', 'vi'),
      fc.constantFrom('hat', 'x'),
      (all, language, title) => {
        const { own, other } = kindsIn(language, all, title);
        const joins = new Set(['and', 'und', 'for']);
        const wordsIn = (texts: readonly string[]) =>
          new Set(texts.flatMap(tokenize).filter((word) => !joins.has(word)));
        expect(wordsIn([...own, ...other])).toEqual(wordsIn(all));
      },
    ),
  );
});
