/** What is wrong with MongoDB's address, found without connecting. Nothing of the address is repeated: it may hold a password. */
import { accessSync, constants } from 'node:fs';
import type { MongoOptions } from 'mongodb';
import { openMongo } from './mongo.ts';

const FAULTS = {
  scheme: 'must start with mongodb:// or mongodb+srv://',
  hosts:
    'must have hosts with ports from 1 to 65535 (mongodb+srv:// has one host and no port), and a user and a password whose special characters are escaped, as @ is by %40',
  files: 'must name files that this process can read by tlsCAFile, tlsCertificateKeyFile and tlsCRLFile',
  options: 'must have no options but those that the MongoDB driver knows, each once and with a value that it takes',
  unnamed: 'must name the database in its path, as in mongodb://host:27017/catalogue',
  name: 'must name a database by at most 63 bytes, without a space and without any of / \\ . " $',
} as const;

const MAX_NAME_BYTES = 63;

/** The options of the address, as the driver reads them (`dbName` is its own where the address has none); null where it refuses the address. */
function optionsOf(address: string): MongoOptions | null {
  try {
    return openMongo(address, { appName: 'catalogue' }).options;
  } catch {
    // What the driver says of it may repeat a part of the password.
    return null;
  }
}

/** Why no client could work with the address, as words to put behind its name; null where one can. Never throws. */
export function faultOfMongoAddress(address: string): string | null {
  if (!/^mongodb(\+srv)?:\/\//.test(address)) return FAULTS.scheme;
  const options = optionsOf(address);
  if (options === null) {
    // An @ behind the question mark tells that this one belongs to a password.
    const withoutOptions = address.replace(/\?[^@]*$/, '');
    return optionsOf(withoutOptions) === null ? FAULTS.hosts : FAULTS.options;
  }
  if (!/^[^/]+\/\/[^/?#]+\/[^/?#]/.test(address)) return FAULTS.unnamed;
  if (![options.tlsCAFile, options.tlsCertificateKeyFile, options.tlsCRLFile].every(isReadable)) return FAULTS.files;
  const { dbName: database } = options;
  return /[/\\. "$\0]/.test(database) || Buffer.byteLength(database) > MAX_NAME_BYTES ? FAULTS.name : null;
}

function isReadable(file: string | undefined): boolean {
  try {
    if (file !== undefined) accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
