/** How a query is parsed, and what the engine is asked for it. */
import { parseQuery } from '../../src/search/query/parse.ts';
import { firstSearch } from '../../src/search/retrieval/text-searches.ts';

const asked = (query: string) => firstSearch(parseQuery(query)).q;

describe('the engine’s query', () => {
  test.each([
    ['red tent', 'red tent'],
    ['tents', 'tent '],
    ['red tents for two', 'red tent two'],
    ['stand for the', 'stand '],
    ['the', 'the'],
    ['"red tent" green', '"red tent" green'],
    ['„red tent“ green', '"red tent" green'],
    ['"red tent', 'red tent'],
    ['17" monitor', '17 monitor'],
    ['tent -poles', '-poles -pole tent'],
    ['tent -"red one"', '-"red one" tent'],
    ['-poles tent', '-poles -pole tent'],
    ['-poles', '-poles -pole '],
    ['-"tent pole" -poles', '-"tent pole" -poles -pole '],
    ['-20V', '20V'],
    ['drill -20V', 'drill 20V'],
    ['tent - poles', 'tent pole '],
    ['e-bike', 'e-bike'],
    ["men's gloves", 'men glove '],
    ['kids’ tents', 'kid tent '],
    ["l'eau d'été", "l'eau d'été"],
    ['TVs', 'tv '],
    ['gps', 'gps'],
    ['Straße', 'strasse '],
    ['!!! ???', ' '],
  ])('of %s is %s', (query, expected) => {
    expect(asked(query)).toBe(expected);
  });
});

describe('an identifier', () => {
  test.each([
    ['4006381333931', '4006381333931', true],
    ['DRL-18V/BL', 'drl18vbl', true],
    ['drl 18v bl', 'drl18vbl', false],
    ['rtx3080', 'rtx3080', true],
    ['iphone7', 'iphone7', false],
    ['500gb', '500gb', false],
    ['1920x1080', '1920x1080', false],
    ['tent', null, false],
    ['tv4', null, false],
    ['KBD-BLK-DE', 'kbdblkde', false],
    ['red-hot tent', null, false],
    ['"4006381333931"', '4006381333931', true],
  ])('%s', (query, identifier, isIdentifier) => {
    expect(parseQuery(query)).toMatchObject({ identifier, isIdentifier });
  });
});
