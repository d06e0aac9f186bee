/** Reads the lines of an import from its input, plain or compressed. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isError } from '../../runtime/is-error.ts';

const LINE_FEED = 0x0a;

/**
 * Yields the lines of a UTF-8 stream, plain or compressed by gzip, without line ends and byte order marks. A line that
 * is not UTF-8 is null. Unlike readline, it throws the errors of the stream and of gzip.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  for await (const chunk of (await decompress(input)) as AsyncIterable<Buffer>) {
    let start = 0;
    // No other character of UTF-8 contains this byte.
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield textOf([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
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

/** Whether an error is the input's own or its decompression's. The driver's errors have another kind of code. */
export const isInputFault = (error: unknown): error is Error =>
  isError(error) && ('syscall' in error || /^Z_/.test(String((error as NodeJS.ErrnoException).code)));

/** Gzip begins with 1f 8b (RFC 1952); JSON never does. */
async function decompress(input: Readable): Promise<Readable> {
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
