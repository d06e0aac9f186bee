/** Recognises errors, also those of another realm, for which `instanceof Error` is false. */
import { isNativeError } from 'node:util/types';

export const isError = (value: unknown): value is Error => isNativeError(value) || value instanceof DOMException;
