/**
 * JSON as bytes in a buffer that grows. What is written is, byte for byte, what JSON.stringify writes of the same values: texts
 * are copied as they are, so their caller must see to it that they are UTF-8.
 */
export interface JsonOutput {
  bytes: Buffer;
  /** How many are written; to go back, set it to what it was. */
  length: number;
}

const FIRST_BYTES = 262_144;
/** A larger buffer is not kept for the next page. */
const MOST_KEPT_BYTES = 4_194_304;

export const createJsonOutput = (): JsonOutput => ({ bytes: Buffer.allocUnsafeSlow(FIRST_BYTES), length: 0 });

/** A copy of what is written; the output begins again. */
export function take(output: JsonOutput): Buffer {
  const taken = Buffer.from(output.bytes.subarray(0, output.length));
  if (output.bytes.length > MOST_KEPT_BYTES) output.bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  output.length = 0;
  return taken;
}

/** What is written, as a text; the output begins again. */
export function takeText(output: JsonOutput): string {
  const text = output.bytes.toString('utf8', 0, output.length);
  output.length = 0;
  return text;
}

/** Makes room for so many bytes. */
export function reserve(output: JsonOutput, count: number): void {
  const needed = output.length + count;
  if (needed <= output.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * output.bytes.length));
  output.bytes.copy(larger, 0, 0, output.length);
  output.bytes = larger;
}

/** From so many bytes on a copy in one go is the faster one. */
const LONG_BYTES = 100;

/** Copies a part of other bytes, which must be JSON already. */
export function writeBytes(output: JsonOutput, from: Uint8Array, begin: number, end: number): void {
  reserve(output, end - begin);
  const { bytes, length } = output;
  if (end - begin > LONG_BYTES) bytes.set(from.subarray(begin, end), length);
  else for (let index = begin; index < end; index += 1) bytes[length + index - begin] = from[index] as number;
  output.length = length + end - begin;
}

export const writeAll = (output: JsonOutput, from: Uint8Array): void => writeBytes(output, from, 0, from.length);

/** The bytes around an object and a list. */
export const OBJECT = { open: 0x7b, close: 0x7d } as const;
export const LIST = { open: 0x5b, close: 0x5d } as const;

export function writeComma(output: JsonOutput): void {
  reserve(output, 1);
  output.bytes[output.length++] = COMMA;
}

/** Makes an object or a list of what was written since `begin`, each part after a comma: the first comma becomes the bracket. */
export function enclose(output: JsonOutput, begin: number, { open, close }: typeof OBJECT | typeof LIST): void {
  if (output.length === begin) writeComma(output);
  reserve(output, 1);
  output.bytes[begin] = open;
  output.bytes[output.length++] = close;
}

/** Writes a text that is JSON already. */
export function writeJson(output: JsonOutput, json: string): void {
  reserve(output, Buffer.byteLength(json));
  output.length += output.bytes.write(json, output.length);
}

const COMMA = 0x2c;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Writes UTF-8 as a JSON text. */
export function writeText(output: JsonOutput, from: Uint8Array, begin: number, end: number): void {
  reserve(output, end - begin + 2);
  const { bytes } = output;
  let at = output.length;
  bytes[at++] = QUOTE;
  for (let index = begin; index < end; index += 1) {
    const byte = from[index] as number;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
      output.length = at;
      writeRestEscaped(output, from, index, end);
      return;
    }
    bytes[at++] = byte;
  }
  bytes[at++] = QUOTE;
  output.length = at;
}

const LONGEST_ESCAPE = 6;

/** How each byte that cannot stand in a JSON text is written. */
const ESCAPES = Array.from({ length: 128 }, (_none, code) => {
  const written = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return written.length === 1 ? null : Buffer.from(written);
});

function writeRestEscaped(output: JsonOutput, from: Uint8Array, begin: number, end: number): void {
  reserve(output, LONGEST_ESCAPE * (end - begin) + 1);
  const { bytes } = output;
  let at = output.length;
  for (let index = begin; index < end; index += 1) {
    const byte = from[index] as number;
    const escaped = byte < ESCAPES.length ? ESCAPES[byte] : null;
    if (escaped) for (let place = 0; place < escaped.length; place += 1) bytes[at++] = escaped[place] as number;
    else bytes[at++] = byte;
  }
  bytes[at++] = QUOTE;
  output.length = at;
}
