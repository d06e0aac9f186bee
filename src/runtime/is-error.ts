import { isNativeError } from 'node:util/types';

/** Whether the value is an error, also of another realm, for which `instanceof Error` is false. */
export const isError = (value: unknown): value is Error => isNativeError(value) || value instanceof DOMException;
