/** Barcodes of the demo: valid EAN-13, from the range kept for use inside shops, so none belongs to a real product. */

const IN_STORE_PREFIX = '2';
const RANGE = 100_000_000_000n;
// Has no factor in common with the range, so that different serial numbers always give different barcodes.
const STEP = 38_196_601_127n;

/** The barcode of a serial number, a whole number from 0 up to (not including) 100,000,000,000. */
export function ean13(serial: number): string {
  const digits = IN_STORE_PREFIX + String((BigInt(serial) * STEP) % RANGE).padStart(11, '0');
  return digits + checkDigit(digits);
}

/** The last digit of an EAN-13 for its first twelve. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
