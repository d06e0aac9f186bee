/** Barcodes: valid EAN-13 from the range for use inside shops, so none belongs to a real product. */

const IN_STORE_PREFIX = '2';
const RANGE = 100_000_000_000n;
// Coprime to the size of the range, so different serial numbers have different barcodes.
const STEP = 38_196_601_127n;

/** Returns the barcode of a serial number from 0 to 99,999,999,999. */
export function ean13(serial: number): string {
  const digits = IN_STORE_PREFIX + String((BigInt(serial) * STEP) % RANGE).padStart(11, '0');
  return digits + checkDigit(digits);
}

/** Returns the check digit for the first twelve digits. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
