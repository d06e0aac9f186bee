/** Unfinished words in Hangul, as an input method shows them while they are typed. */
import { hangulPrefixes, nextSyllables } from '../../../../src/search/text/hangul.ts';

describe('how words begin that an unfinished word may become', () => {
  test.each([
    ['롯', ['로션', '로드', '로사리오'], ['로션', '로사']],
    ['파운뎅', ['파운데이션', '파운드'], ['파운데이']],
    ['로셔', ['로션', '로셔'], ['로션']],
    ['샴ᄑ', ['샴푸', '샴페인', '샴쌍'], ['샴푸', '샴페']],
    // Two consonants, or two vowels: the second letter begins the next syllable, or changes the vowel.
    ['닭', ['달걀', '달걀말이', '닭', '닭고기', '다리'], ['달걀']],
    ['스우', ['스웨터', '스위치', '스타일'], ['스웨', '스위']],
    ['밗', ['박스', '바지'], ['박스']],
    ['로', ['로션', '나로'], []],
    ['롯', [], []],
  ])('%s of %j', (unfinished, words, expected) => {
    expect(hangulPrefixes(unfinished, words)).toEqual(expected);
  });
});

describe('what the last syllable may become with the next letter', () => {
  test.each([
    ['롯', 21, ['로사', '로셔', '로시']],
    ['블랙쿳', 21, ['블랙쿠셔']],
    ['닭', 21, ['달가', '달갸']],
    ['샴ᄑ', 21, ['샴푸']],
    ['까', 0, []],
    ['스우', 3, ['스워', '스웨', '스위']],
    ['lotion', 0, []],
    ['充电', 0, []],
  ])('%s', (unfinished, count, some) => {
    const syllables = nextSyllables(unfinished);
    expect(syllables).toHaveLength(count);
    expect(syllables).toEqual(expect.arrayContaining(some));
  });
});
