/** The limit of what one response takes: hundreds of megabytes would take the memory of every merchant's requests. */
import { mapInTurns } from './concurrency/turns.ts';
import { invalidRequest, type Problem } from './problems.ts';

/** Of the documents of one read, and of the items of one response. */
export const MAX_RESPONSE_BYTES = 48 * 1024 * 1024;

export const responseTooLarge = (): Problem =>
  invalidRequest([{ path: '', message: 'The response is too large: ask for fewer items' }]);

/** Returns a function that returns each item of one response. It throws the Problem `invalid_request` at the limit. */
export function limitResponse(): (json: string) => string {
  let bytes = 0;
  return (json) => {
    bytes += Buffer.byteLength(json);
    if (bytes > MAX_RESPONSE_BYTES) throw responseTooLarge();
    return json;
  };
}

/**
 * Serialises the items of one response in turns. Throws the Problem `invalid_request` at the limit, and the signal's
 * reason if it is aborted meanwhile.
 */
export function serialiseItems<T>(
  items: readonly T[],
  jsonOf: (item: T, index: number) => string,
  signal: AbortSignal,
): Promise<string[]> {
  const limited = limitResponse();
  return mapInTurns(items, (item, index) => limited(jsonOf(item, index)), signal);
}
