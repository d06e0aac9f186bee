/** Numbers and moments as JSON, as JSON.stringify and `timestamp` of data/values.ts write them. */
import { type JsonOutput, reserve, writeAll } from './json-output.ts';

const QUOTE = 0x22;
const ZERO = 0x30;
const POINT = 0x2e;
const LONGEST_NUMBER = 32;
const MOST_CENTS = 2 ** 31;

/** Writes a finite number. Whole ones and ones of two decimals, as prices are, need no text in between. */
export function writeNumber(output: JsonOutput, value: number): void {
  reserve(output, LONGEST_NUMBER);
  const cents = Math.round(value * 100);
  if (value >= 0 && value === (value | 0)) writeDigits(output, value | 0);
  // Fewer than 16 digits that read as this number are the shortest ones, which JSON.stringify writes.
  else if (cents > 0 && cents < MOST_CENTS && cents / 100 === value) writeCents(output, cents);
  else output.length += output.bytes.write(String(value), output.length);
}

/** Not a whole number: those are written before. */
function writeCents(output: JsonOutput, cents: number): void {
  const rest = cents % 100;
  writeDigits(output, (cents - rest) / 100);
  output.bytes[output.length++] = POINT;
  output.bytes[output.length++] = ZERO + Math.floor(rest / 10);
  if (rest % 10 !== 0) output.bytes[output.length++] = ZERO + (rest % 10);
}

function writeDigits(output: JsonOutput, value: number): void {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits += 1;
  writePadded(output, value, digits);
}

/** Writes so many of its digits, the last ones. */
function writePadded(output: JsonOutput, value: number, digits: number): void {
  let rest = value;
  for (let at = output.length + digits - 1; at >= output.length; at -= 1) {
    output.bytes[at] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  output.length += digits;
}

/** 9999-12-31T23:59:59.999. */
const LAST_MS = 253_402_300_799_999;
const DAY_MS = 86_400_000;
const LONGEST_TIMESTAMP = 40;

/** Whether `writeTimestamp` takes it: from 1970 to 9999. */
export const isCommonTime = (ms: number): boolean => ms >= 0 && ms <= LAST_MS;

/** Writes a moment since 1970 as `timestamp` of data/values.ts shows it. */
export function writeTimestamp(output: JsonOutput, ms: number): void {
  reserve(output, LONGEST_TIMESTAMP);
  const day = Math.floor(ms / DAY_MS);
  const inDay = ms - day * DAY_MS;
  output.bytes[output.length++] = QUOTE;
  writeDate(output, day);
  writeAfter(output, 'T', Math.floor(inDay / 3_600_000), 2);
  writeAfter(output, ':', Math.floor(inDay / 60_000) % 60, 2);
  writeAfter(output, ':', Math.floor(inDay / 1000) % 60, 2);
  writeAfter(output, '.', inDay % 1000, 3);
  writeAll(output, OFFSET);
}

const OFFSET = Buffer.from('+00:00"');

/** The day of the Gregorian calendar so many days after 1970 began: Howard Hinnant’s civil_from_days, for years that begin in March. */
function writeDate(output: JsonOutput, days: number): void {
  const since = days + 719_468;
  const era = Math.floor(since / 146_097);
  const ofEra = since - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const sinceMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = sinceMarch < 10 ? sinceMarch + 3 : sinceMarch - 9;
  writePadded(output, year + era * 400 + (month <= 2 ? 1 : 0), 4);
  writeAfter(output, '-', month, 2);
  writeAfter(output, '-', ofYear - Math.floor((153 * sinceMarch + 2) / 5) + 1, 2);
}

function writeAfter(output: JsonOutput, mark: string, value: number, digits: number): void {
  output.bytes[output.length++] = mark.charCodeAt(0);
  writePadded(output, value, digits);
}
