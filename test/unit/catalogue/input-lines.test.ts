/** The lines of an import's input don't depend on how the stream is split into chunks, plain or compressed. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { InputFault, linesOf } from '../../../src/catalogue/import/input-lines.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

/** Returns a stream of the bytes, split at the offsets. Yields a chunk once the previous one is processed. */
function inputOf(bytes: Buffer, cuts: readonly number[]): Readable {
  const inside = new Set(cuts.filter((cut) => cut < bytes.length));
  const offsets = [0, ...inside, bytes.length].toSorted((one, other) => one - other);
  const chunks = async function* () {
    for (const [index, end] of offsets.slice(1).entries()) {
      if (end > 0) yield bytes.subarray(offsets[index], end);
      await setImmediate();
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}

async function allLinesOf(input: Readable): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of linesOf(input)) lines.push(line);
  return lines;
}

const BOM = '\ufeff';
const line = anyText({ maxLength: 8 }).map((text) => text.replaceAll('\n', '').replace(/^\ufeff+/, ''));
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });

test.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['gzip', (text: string) => gzipSync(text)],
])('%s', async (_kind, encode) => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), cuts, async (lines, hasBom, offsets) => {
      const text = lines.map((given) => `${given}\n`).join('');
      for (const first of [[], [1], [1, 2]]) {
        const input = inputOf(encode(hasBom ? BOM + text : text), [...first, ...offsets]);
        expect(await allLinesOf(input)).toEqual(lines);
      }
    }),
  );
});

test.each(['x', '\u001f'])('a single byte is a line: %j', async (byte) => {
  expect(await allLinesOf(inputOf(Buffer.from(byte), []))).toEqual([byte]);
});

const LATIN_1 = Buffer.from('Stövel', 'latin1');
const TRUNCATED = Buffer.from('Stö').subarray(0, -1);
const SURROGATE = Buffer.from([0xed, 0xa0, 0x80]);

test.each([
  ['plain', (bytes: Buffer) => bytes],
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
])('a line that is not UTF-8 is null, and the others are texts: %s', async (_kind, encode) => {
  const given = [LATIN_1, 'Stövel', '\ufffd', TRUNCATED, '😀', SURROGATE].map((text) => Buffer.from(text));
  const expected = [null, 'Stövel', '\ufffd', null, '😀', null];
  const bytes = Buffer.concat(given.flatMap((text) => [text, Buffer.from('\n')]));
  await fc.assert(
    fc.asyncProperty(cuts, fc.boolean(), async (offsets, hasLastBreak) => {
      const input = inputOf(encode(hasLastBreak ? bytes : bytes.subarray(0, -1)), [1, ...offsets]);
      expect(await allLinesOf(input)).toEqual(expected);
    }),
  );
});

test('a line without an end is an error before it fills the memory', async () => {
  const chunk = Buffer.alloc(2 ** 20, 'x');
  let read = 0;
  const endless = function* () {
    yield Buffer.from('first\n');
    for (; read < 1000; read += 1) yield chunk;
  };
  const lines: (string | null)[] = [];
  const reading = async () => {
    for await (const line of linesOf(Readable.from(endless(), { objectMode: false }))) lines.push(line);
  };
  await expect(reading()).rejects.toThrow(new InputFault(new Error('a line is longer than 134217728 bytes')));
  expect(lines).toEqual(['first']);
  expect(read).toBeLessThan(200);
});
