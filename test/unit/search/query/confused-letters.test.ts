/** Misspelt words with a letter that sounds like the right one, or without a vowel. */
import fc from 'fast-check';
import { confusedSpellings, spellingsOfConfused } from '../../../../src/search/meaning/confused-letters.ts';
import { resolveQuery } from '../../../../src/search/meaning/resolve.ts';
import { mostFrequentSpellings } from '../../../../src/search/meaning/spellings.ts';
import { vocabularyOf } from '../../../../src/search/meaning/vocabulary.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { NO_RULES } from '../../../../src/search/rules/search-rules.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { foldText } from '../../../../src/search/text/fold.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';

test.each([
  ['ko', '찌게', '찌개'],
  ['ko', '밸트', '벨트'],
  ['ko', '쏘스', '소스'],
  ['ko', '쇼파', '소파'],
  ['ko', '까스', '가스'],
  ['ko', '컨센트', '콘센트'],
  ['ko', '기저기', '기저귀'],
  ['ar', 'غرنفل', 'قرنفل'],
  ['ar', 'دهب', 'ذهب'],
  ['ar', 'توم', 'ثوم'],
  ['ar', 'مصطرة', 'مسطرة'],
  ['ar', 'ظمادة', 'ضمادة'],
  ['ar', 'قاكيت', 'جاكيت'],
  ['fa', 'سندلی', 'صندلی'],
  ['fa', 'باتری', 'باطری'],
  ['fa', 'حوله', 'هوله'],
  ['fa', 'ظرف', 'زرف'],
  ['hi', 'मूली', 'मुली'],
  ['hi', 'गुलाल', 'गूलाल'],
  ['hi', 'पैकेट', 'पेकेट'],
  ['hi', 'कोट', 'कॉट'],
  ['hi', 'विटामिन', 'बिटामिन'],
  ['he', 'תלפון', 'טלפון'],
  ['he', 'מכלדת', 'מקלדת'],
  ['he', 'שוודר', 'סוודר'],
  ['he', 'ערון', 'ארון'],
  ['he', 'כדר', 'כדור'],
  ['he', 'שלחן', 'שולחן'],
])('%s: %s may be %s', (language, word, meant) => {
  expect(confusedSpellings(foldText(word), language)).toContain(foldText(meant));
});

test.each([
  ['ko', '게'],
  ['ko', '쏘스2'],
  ['he', 'אט'],
  ['he', 'ערון-קיר'],
  ['ja', 'ソファ'],
  ['ru', 'кравать'],
  ['ur', 'دهب'],
])('%s: %s has no such spelling', (language, word) => {
  expect(confusedSpellings(word, language)).toEqual([]);
});

describe('the meaning of a misspelt word', () => {
  const korean = analyzerOf('ko');
  const tokenOf = (text: string, titles: string) => {
    const termWeights = ` ${titles
      .split(' ')
      .map((word) => `${word}:900`)
      .join(' ')} `;
    return resolveQuery(parseQuery(text, korean, NO_RULES), vocabularyOf([{ termWeights }]), korean).tokens;
  };
  const counts = new Map([
    ['소스', 2],
    ['소수', 3],
    ['쏘수', 1],
  ]);
  const of = (stem: string) => counts.get(stem) ?? 0;
  const meant = (text: string, titles: string) => {
    const tokens = tokenOf(text, titles);
    const stems = mostFrequentSpellings(spellingsOfConfused(tokens, korean), { of });
    return tokens.map(({ token }) => stems.get(token) ?? null);
  };

  test('is the spelling that most products have', () => {
    expect(meant('쏘스', '병')).toEqual(['소스']);
    expect(meant('찌게', '병')).toEqual([null]);
  });

  test('is unknown if the word is known, or the beginning of a known one', () => {
    expect(meant('쏘스', '쏘스')).toEqual([null]);
    expect(meant('쏘스', '쏘스통')).toEqual([null]);
    expect(spellingsOfConfused(tokenOf('쏘스', '쏘스통'), korean)).toEqual([]);
  });
});

const letters = fc.string({ unit: fc.constantFrom(...'애에쓰스의개기', ...'غجقكضظاي', ...'תטכקוי'), maxLength: 12 });

test('any text has at most twelve spellings, none of them itself', () => {
  fc.assert(
    fc.property(fc.oneof(letters, anyText()), fc.constantFrom('ko', 'ar', 'he', 'en'), (text, language) => {
      const spellings = confusedSpellings(text, language);
      expect(spellings.length).toBeLessThanOrEqual(12);
      expect(spellings).not.toContain(text);
    }),
  );
});
