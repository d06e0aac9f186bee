import { isNativeError } from 'node:util/types';

/** Whether the value is an error, also one that Node.js made in another realm, as `instanceof Error` can't tell. */
export const isError = (value: unknown): value is Error => isNativeError(value) || value instanceof DOMException;
