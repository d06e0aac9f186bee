/** The lines of an import's input are the same however it is cut into chunks, plain or compressed. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { linesOf } from '../../src/catalogue/import/input-lines.ts';
import { anyText } from '../support/texts.ts';

/** A stream that gives these bytes, cut at these places, each piece after what was read before it is looked at. */
function inputOf(bytes: Buffer, cuts: readonly number[]): Readable {
  const inside = new Set(cuts.filter((cut) => cut < bytes.length));
  const places = [0, ...inside, bytes.length].toSorted((one, other) => one - other);
  const pieces = async function* () {
    for (const [index, end] of places.slice(1).entries()) {
      if (end > 0) yield bytes.subarray(places[index], end);
      await setImmediate();
    }
  };
  return Readable.from(pieces(), { objectMode: false });
}

async function allLinesOf(input: Readable): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(input)) lines.push(line);
  return lines;
}

const MARK = '\ufeff';
const line = anyText({ maxLength: 8 }).map((text) => text.replaceAll('\n', ''));
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });

test.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['gzip', (text: string) => gzipSync(text)],
])('%s', async (_kind, made) => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), cuts, async (lines, isMarked, places) => {
      // A mark of the texts' own would be taken for that of the stream.
      fc.pre(lines[0]?.startsWith(MARK) !== true);
      const text = lines.map((given) => `${given}\n`).join('');
      for (const first of [[], [1], [1, 2]]) {
        const input = inputOf(made(isMarked ? MARK + text : text), [...first, ...places]);
        expect(await allLinesOf(input)).toEqual(lines);
      }
    }),
  );
});

test.each(['x', '\u001f'])('one byte alone is a line: %j', async (byte) => {
  expect(await allLinesOf(inputOf(Buffer.from(byte), []))).toEqual([byte]);
});
