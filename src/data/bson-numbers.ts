/** Numbers of BSON that JavaScript has no type for, as the nearest number. */
import { int32At } from '../platform/bson-walk.ts';

const HIGH = 2 ** 32;

/** Exact up to 2^53, and rounded beyond. */
export const int64At = (bytes: Uint8Array, at: number): number =>
  int32At(bytes, at + 4) * HIGH + (int32At(bytes, at) >>> 0);

/** Of Decimal128: the exponent stands above the coefficient's 113 bits, and counts from here. */
const EXPONENT_ZERO = 6176;
/** Powers of ten are exact up to this one. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_none, power) => Number(`1e${power}`));

/**
 * A Decimal128 (IEEE 754, binary integer decimal) that has up to 22 decimals and a coefficient up to 2^53, as prices do: both
 * are exact numbers then, and dividing them rounds once, to what reading its text gives. NaN for any other.
 */
export function decimalAt(bytes: Uint8Array, at: number): number {
  const top = int32At(bytes, at + 12);
  const coefficient = int64At(bytes, at);
  const decimals = EXPONENT_ZERO - ((top >>> 17) & 0x3fff);
  const isShort = (top & 0x1_ffff) === 0 && int32At(bytes, at + 8) === 0;
  // Of infinity and what is not a number too there is none: their exponent reads as one of thousands.
  const power = POWERS_OF_TEN[decimals];
  if (!isShort || power === undefined || !Number.isSafeInteger(coefficient) || coefficient < 0) return Number.NaN;
  return (top < 0 ? -coefficient : coefficient) / power;
}
