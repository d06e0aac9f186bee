/** What is wrong with MongoDB's address, found without connecting. Nothing of the address is repeated: it may hold a password. */
import { openMongo } from './mongo.ts';

const FAULTS = {
  scheme: 'must start with mongodb:// or mongodb+srv://',
  hosts:
    'must have hosts with ports from 1 to 65535 (mongodb+srv:// has one host and no port), and a user and a password whose special characters are escaped, as @ is by %40',
  options: 'must have no options but those that the MongoDB driver knows, each once and with a value that it takes',
  unnamed: 'must name the database in its path, as in mongodb://host:27017/catalogue',
  name: 'must name a database by at most 63 bytes, without a space and without any of / \\ . " $',
} as const;

const MAX_NAME_BYTES = 63;

/** The name of the database, which is the driver's own where the address has none; null where the driver refuses the address. */
function databaseOf(address: string): string | null {
  try {
    return openMongo(address, { appName: 'catalogue' }).options.dbName;
  } catch {
    // What the driver says of it may repeat a part of the password.
    return null;
  }
}

/** Why no client could work with the address, as words to put behind its name; null where one can. Never throws. */
export function faultOfMongoAddress(address: string): string | null {
  if (!/^mongodb(\+srv)?:\/\//.test(address)) return FAULTS.scheme;
  const database = databaseOf(address);
  if (database === null) {
    // An @ behind the question mark tells that this one belongs to a password.
    const withoutOptions = address.replace(/\?[^@]*$/, '');
    return databaseOf(withoutOptions) === null ? FAULTS.hosts : FAULTS.options;
  }
  if (!/^[^/]+\/\/[^/?#]+\/[^/?#]/.test(address)) return FAULTS.unnamed;
  return /[/\\. "$\0]/.test(database) || Buffer.byteLength(database) > MAX_NAME_BYTES ? FAULTS.name : null;
}
