/** Reads the lines of an import from its input, plain or compressed. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isError } from '../../runtime/is-error.ts';

const LINE_FEED = 0x0a;
/** Longer than every document of 16 MB, although JSON may write a character in six bytes. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** The input can't be read or decompressed. Errors of MongoDB can have the same codes. */
export class InputFault extends Error {
  override readonly name = 'InputFault';
  constructor(cause: unknown) {
    super(isError(cause) ? cause.message : String(cause), { cause });
  }
}

/**
 * Yields the lines of a UTF-8 stream, plain or compressed by gzip, without line ends and byte order marks. A line that
 * is not UTF-8 is null. Throws InputFault for an error of the stream or of gzip, which readline would ignore, and for a
 * line that is so long that the input can't be JSON Lines.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  try {
    yield* split(await decompress(input));
  } catch (error) {
    throw new InputFault(error);
  }
}

async function* split(bytes: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    let start = 0;
    // No other character of UTF-8 contains this byte.
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield textOf([...parts, chunk.subarray(start, end)]);
      parts = [];
      size = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > MAX_LINE_BYTES) throw new Error(`a line is longer than ${MAX_LINE_BYTES} bytes`);
  }
  const rest = textOf(parts);
  if (rest !== '') yield rest;
}

/** Its `decode` drops a byte order mark. */
const decoder = new TextDecoder();

/** Null if the bytes are not UTF-8. */
function textOf(parts: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(parts);
  return isUtf8(bytes) ? decoder.decode(bytes) : null;
}

/** Gzip begins with 1f 8b (RFC 1952); JSON never does. */
async function decompress(input: Readable): Promise<AsyncIterable<Buffer>> {
  const first = await peekBytes(input);
  if (!(first[0] === 0x1f && first[1] === 0x8b)) return input;
  const gunzip = createGunzip();
  input.once('error', (error) => gunzip.destroy(error));
  return input.pipe(gunzip);
}

/** Peeks at the first two bytes or more, fewer if the stream is shorter. Throws the stream's error. */
function peekBytes(input: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const bytes = input.read(2) as Buffer | null;
      // Only one byte has arrived so far.
      if (bytes === null) return;
      input.off('readable', look);
      // Unshift at once: a stream that has nothing left would end.
      input.unshift(bytes);
      resolve(bytes);
    };
    input.once('error', reject);
    input.once('end', () => resolve(Buffer.alloc(0)));
    input.on('readable', look);
  });
}
