/**
 * Validates MongoDB's address without connecting, and gives the part of it that may be shown. Messages about faults
 * repeat no part of the address, because it may have a password.
 */
import { readFileSync } from 'node:fs';
import zlib from 'node:zlib';
import type { MongoOptions } from 'mongodb';
import { openMongo } from './client.ts';

const FAULTS = {
  scheme: 'must start with mongodb:// or mongodb+srv://',
  hosts:
    'must have hosts with ports from 1 to 65535 (mongodb+srv:// has one host and no port), and a user and a password whose special characters are escaped, as @ is by %40',
  files: 'must name files that this process can read by tlsCAFile, tlsCertificateKeyFile and tlsCRLFile',
  options: 'must have no options but those that the MongoDB driver knows, each once and with a value that it takes',
  compressors: 'must name no compressors but zlib, and zstd from Node.js 22.15 on',
  unnamed: 'must name the database in its path, as in mongodb://host:27017/catalogue',
  name: 'must name a database by at most 63 bytes, without a space and without any of / \\ . " $',
} as const;

const MAX_NAME_BYTES = 63;

/**
 * The options of the address; null if the driver rejects it. Without a database in the address, `dbName` is the
 * driver's default.
 */
function optionsOf(address: string): MongoOptions | null {
  try {
    return openMongo(address, { appName: 'catalogue' }).options;
  } catch {
    // The driver's message may repeat a part of the password.
    return null;
  }
}

/**
 * Why no client can use the address, in words that follow its variable's name; null if the address is valid. Never
 * throws.
 */
export function faultOfMongoAddress(address: string): string | null {
  if (!/^mongodb(\+srv)?:\/\//.test(address)) return FAULTS.scheme;
  const options = optionsOf(address);
  if (options === null) {
    // A question mark with an @ after it belongs to a password.
    const withoutOptions = address.replace(/\?[^@]*$/, '');
    return optionsOf(withoutOptions) === null ? FAULTS.hosts : FAULTS.options;
  }
  if (!/^[^/]+\/\/[^/?#]+\/[^/?#]/.test(address)) return FAULTS.unnamed;
  if (!(options.compressors ?? []).every(isCompressor)) return FAULTS.compressors;
  if (![options.tlsCAFile, options.tlsCertificateKeyFile, options.tlsCRLFile].every(isReadable)) return FAULTS.files;
  const { dbName: database } = options;
  return /[/\\. "$\0]/.test(database) || Buffer.byteLength(database) > MAX_NAME_BYTES ? FAULTS.name : null;
}

/** Without its library, the driver connects and then fails at every command. */
const isCompressor = (name: string): boolean => name !== 'snappy' && (name !== 'zstd' || 'zstdCompress' in zlib);

function isReadable(file: string | undefined): boolean {
  try {
    if (file !== undefined) readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * The scheme, hosts and path of an address of MongoDB. The only @ that may be in the address ends the user and
 * password, and neither has a : / ? or # of its own. In any other address, a part of a password could look like a host.
 */
const ADDRESS = /^(mongodb(?:\+srv)?:\/\/)(?:[^@:/?#]*(?::[^@:/?#]*)?@)?([^@/?#]*(?:\/[^@?#]*)?)(?:[?#][^@]*)?$/;

/**
 * What a log line or an error message may show of MONGODB_URL: the scheme, hosts and path. Its user, password and
 * options may be secrets. Returns the name of the variable if the address has characters that could make them look like
 * hosts.
 */
export function withoutCredentials(address: string): string {
  const [, scheme, hostsAndPath] = ADDRESS.exec(address) ?? [];
  return scheme === undefined ? 'MONGODB_URL' : `${scheme}${hostsAndPath}`;
}
