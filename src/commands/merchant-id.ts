/** The option `--merchant` of both command lines. */
import { InvalidArgumentError } from 'commander';
import { MAX_ID_LENGTH } from '../catalogue/definitions.ts';

/** An id of a merchant. It is empty if a script passes a variable that isn't set. */
export function merchantId(value: string): string {
  if (value === '' || [...value].length > MAX_ID_LENGTH)
    throw new InvalidArgumentError(`It must have 1 to ${MAX_ID_LENGTH} characters.`);
  return value;
}
