/** Reads the lines of an import from its input, plain or compressed. */
import type { Readable } from 'node:stream';
import { types } from 'node:util';
import { createGunzip } from 'node:zlib';

/**
 * The lines of a UTF-8 stream, plain or compressed by gzip, without their ends and without a byte order mark. Unlike readline
 * it throws the stream's own faults, and gzip's.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  // It leaves out a byte order mark at the beginning.
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of await plain(input)) {
    const lines = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    // Not before the split: it would read a long line from its beginning with each chunk.
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** Whether an error is the input's own, its compression's included: the driver's errors have another kind of code. */
export const isInputFault = (error: unknown): error is Error =>
  types.isNativeError(error) && ('syscall' in error || /^Z_/.test(String((error as NodeJS.ErrnoException).code)));

/** Gzip begins with 1f 8b (RFC 1952); JSON never does. */
async function plain(input: Readable): Promise<Readable> {
  const first = await firstBytes(input);
  if (!(first[0] === 0x1f && first[1] === 0x8b)) return input;
  const gunzip = createGunzip();
  input.once('error', (error) => gunzip.destroy(error));
  return input.pipe(gunzip);
}

/** The first two bytes or more, fewer where the stream ends before; they stay in it. Throws the stream's fault. */
function firstBytes(input: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const bytes = input.read(2) as Buffer | null;
      // They come one by one.
      if (bytes === null) return;
      input.off('readable', look);
      // At once: a stream that has nothing left would end.
      input.unshift(bytes);
      resolve(bytes);
    };
    input.once('error', reject);
    input.once('end', () => resolve(Buffer.alloc(0)));
    input.on('readable', look);
  });
}
