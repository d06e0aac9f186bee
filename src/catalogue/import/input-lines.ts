/** Reads the lines of an import from its input, plain or compressed. */
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isError } from '../../runtime/is-error.ts';

/**
 * Yields the lines of a UTF-8 stream, plain or compressed by gzip, without line ends and without a byte order mark.
 * Unlike readline, it throws the errors of the stream and of gzip.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  // The decoder drops a byte order mark at the start.
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of await decompress(input)) {
    const lines = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    // Prepend after the split. Before it, each chunk would split a long line again from its start.
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
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
