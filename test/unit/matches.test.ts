/** Match positions become UTF-16 spans of what is sent: always inside the text, in order, and of the same characters. */
import fc from 'fast-check';
import { type Hit, matchesOf, passageOf } from '../../src/search/matches.ts';
import { utf16Spans } from '../../src/search/spans.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 80 }).map((given) => given.toWellFormed());

/** A text with some of its parts, as UTF-8 positions and as they are. */
const textWithParts = text.chain((whole) => {
  const characters = [...whole];
  const part = fc.tuple(fc.nat(characters.length), fc.nat(characters.length)).map(([one, other]) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    const before = characters.slice(0, from).join('');
    const inside = characters.slice(from, to).join('');
    return { start: Buffer.byteLength(before), length: Buffer.byteLength(inside), inside };
  });
  return fc.tuple(fc.constant(whole), fc.array(part, { maxLength: 6 }));
});

interface Span {
  readonly start: number;
  readonly length: number;
}

const sliceOf = (whole: string, { start, length }: Span) => whole.slice(start, start + length);

function expectInOrderInside(whole: string, spans: readonly Span[]): void {
  let end = 0;
  for (const { start, length } of spans) {
    expect(start).toBeGreaterThanOrEqual(end);
    expect(length).toBeGreaterThanOrEqual(0);
    end = start + length;
  }
  expect(end).toBeLessThanOrEqual(whole.length);
}

describe('utf16Spans', () => {
  test('one part of any text is that part', () => {
    fc.assert(
      fc.property(textWithParts, ([whole, parts]) => {
        for (const part of parts) {
          const [span = { start: -1, length: -1 }] = utf16Spans(whole, [part]);
          expect(sliceOf(whole, span)).toBe(part.inside);
        }
      }),
    );
  });

  test('many parts, in any order and overlapping, are spans in order that cover exactly the same characters', () => {
    fc.assert(
      fc.property(textWithParts, ([whole, parts]) => {
        const spans = utf16Spans(whole, parts);
        expectInOrderInside(whole, spans);
        const bytes = Buffer.from(whole);
        const marked = new Set(
          parts.flatMap(({ start, length }) => Array.from({ length }, (_, index) => start + index)),
        );
        const covered = spans.map((span) => sliceOf(whole, span)).join('');
        const expected = Buffer.from(bytes.filter((_, index) => marked.has(index))).toString();
        expect(covered).toBe(expected);
      }),
    );
  });

  test('positions that are not of the text never lead outside it', () => {
    const anywhere = fc.record({ start: fc.nat(500), length: fc.nat(500) });
    fc.assert(
      fc.property(text, fc.array(anywhere, { maxLength: 5 }), (whole, positions) => {
        for (const span of utf16Spans(whole, positions))
          expect(sliceOf(whole, span).length).toBeLessThanOrEqual(whole.length);
      }),
    );
  });
});

describe('passageOf', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', '東', '😀', 'e\u0301', '.', '👨‍👩‍👧'),
    minLength: 1,
    maxLength: 12,
  });
  const longText = fc
    .tuple(fc.array(word, { maxLength: 150 }), fc.constantFrom(' ', '\n', ' ', '', '\u3000'))
    .map(([words, between]) => words.join(between));

  /** A text with some spans of whole characters, in order and apart, none longer than a word. */
  const longTextWithSpans = longText.chain((whole) => {
    const characters = [...whole];
    return fc.tuple(
      fc.constant(whole),
      fc.uniqueArray(fc.nat(Math.max(0, characters.length - 1)), { maxLength: 6 }).map((starts) => {
        const spans: Span[] = [];
        for (const from of starts.toSorted((one, other) => one - other)) {
          const start = characters.slice(0, from).join('').length;
          const length = characters.slice(from, from + 3).join('').length;
          const previous = spans.at(-1);
          if (length > 0 && start >= (previous === undefined ? 0 : previous.start + previous.length))
            spans.push({ start, length });
        }
        return spans;
      }),
    );
  });

  const LONGEST = 242;

  test('is never long, and is text of the whole, between marks of where it was cut', () => {
    fc.assert(
      fc.property(longTextWithSpans, ([whole, spans]) => {
        const passage = passageOf(whole, spans);
        expect(passage.text.length).toBeLessThanOrEqual(LONGEST);
        if (whole.length <= 240) expect(passage.text).toBe(whole);
        const inner = passage.text.replace(/^…/, '').replace(/…$/, '');
        expect(whole.includes(passage.text) || whole.includes(inner)).toBe(true);
        expect(passage.text.isWellFormed()).toBe(true);
      }),
    );
  });

  test('has its spans inside, in order, over the same characters as in the whole', () => {
    fc.assert(
      fc.property(longTextWithSpans, ([whole, spans]) => {
        const passage = passageOf(whole, spans);
        expectInOrderInside(passage.text, passage.spans);
        const wanted = spans.map((span) => sliceOf(whole, span));
        const shown = passage.spans.map((span) => sliceOf(passage.text, span));
        expect(wanted.join('\u0001')).toContain(shown.join('\u0001'));
        expect(shown.length > 0).toBe(spans.length > 0);
      }),
    );
  });

  test('is where most of the matches are', () => {
    const whole = `needle ${'hay '.repeat(200)}needle needle needle ${'hay '.repeat(200)}`;
    const spans = [...whole.matchAll(/needle/g)].map(({ index }) => ({ start: index, length: 6 }));
    expect(passageOf(whole, spans).spans.length).toBe(3);
  });

  test('is cut between words', () => {
    const whole = `${'hay stack '.repeat(60)}needle ${'barn door '.repeat(60)}`;
    const { text: shown } = passageOf(whole, [{ start: whole.indexOf('needle'), length: 6 }]);
    expect(shown).toMatch(/^…(hay|stack) .* needle .* (barn|door)…$/);
  });

  test('shows at least the beginning of a match that is longer than a passage', () => {
    const whole = `${'hay '.repeat(100)}${'n'.repeat(400)} ${'hay '.repeat(100)}`;
    const passage = passageOf(whole, [{ start: 400, length: 400 }]);
    expect(passage.text).toMatch(/n{100}/);
    expect(passage.text.length).toBeLessThanOrEqual(LONGEST);
  });
});

describe('matchesOf', () => {
  const hit: Hit = {
    product_id: 'p',
    location_id: 'l',
    title: 'Red cup',
    sku: '',
    barcode: '',
    subtitle: 'Cup',
    variants: ['Colour: red', 'Size: cup'],
    collections: [],
    hidden_collections: ['Red cups'],
    specifications: [],
    description: '',
  };
  const texts = (given: Hit) => matchesOf(given, false).map(({ type, text: shown }) => [type, shown]);

  test('a hit without positions, or with positions of no text, is told by its title', () => {
    expect(texts(hit)).toEqual([['title', 'Red cup']]);
    expect(texts({ ...hit, _matchesPosition: {} })).toEqual([['title', 'Red cup']]);
    expect(texts({ ...hit, _matchesPosition: { variants: [{ start: 0, length: 3, indices: [9] }] } })).toEqual([
      ['title', 'Red cup'],
    ]);
  });

  test('each element of a list that matched is a text of its own', () => {
    const _matchesPosition = {
      variants: [
        { start: 8, length: 3, indices: [0] },
        { start: 6, length: 3, indices: [1] },
      ],
    };
    expect(texts({ ...hit, _matchesPosition })).toEqual([
      ['variant', 'Colour: red'],
      ['variant', 'Size: cup'],
    ]);
  });

  test('the text with most different words of the query is first, equal ones by the weight of their field', () => {
    const _matchesPosition = {
      subtitle: [{ start: 0, length: 3 }],
      variants: [{ start: 8, length: 3, indices: [0] }],
      title: [
        { start: 0, length: 3 },
        { start: 4, length: 3 },
      ],
    };
    expect(texts({ ...hit, _matchesPosition })).toEqual([
      ['title', 'Red cup'],
      ['subtitle', 'Cup'],
      ['variant', 'Colour: red'],
    ]);
  });

  test('a text that was not given is not told, though it matched', () => {
    const { hidden_collections: _hidden, ...visible } = hit;
    const _matchesPosition = { hidden_collections: [{ start: 0, length: 3, indices: [0] }] };
    expect(texts({ ...visible, _matchesPosition })).toEqual([['title', 'Red cup']]);
  });
});
