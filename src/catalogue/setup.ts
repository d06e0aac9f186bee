/**
 * Creates the collections, validators and indexes that both processes need. It may run again, and while the database is
 * in use.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import { MAJORITY } from '../engines/mongodb/client.ts';
import { hasCode, MONGODB_CODES } from '../engines/mongodb/errors.ts';
import { COLLECTION_DEFINITIONS, FORMER_VALIDATORS, WITH_PRE_IMAGES } from './definitions.ts';

/** How many documents a warning names, and how much of each id, in UTF-16 units. */
const NAMED_DOCUMENTS = 3;
const NAMED_ID_LENGTH = 100;

const REFUSED_DOCUMENTS =
  'documents have no usable id, merchantId or status: they may not be served, and the validator rejects updates of them';

/** The validation that `setUp` gives a collection. Level and action are MongoDB's defaults. */
const validationOf = (name: string) => ({
  validator: COLLECTION_DEFINITIONS[name]?.validator ?? {},
  validationLevel: 'strict',
  validationAction: 'error',
});

/** Whether a collection with these options has the validation that `setUp` of an earlier version gave it. */
function hasFormerValidation(name: string, options: Document): boolean {
  const formers = (FORMER_VALIDATORS[name] ?? []).map((validator) => ({ ...validationOf(name), validator }));
  return formers.some((former) => isDeepStrictEqual({ ...former, ...options }, { ...options, ...former }));
}

/** The options that `setUp` changes of a collection with these options. */
export function missingOptions(name: string, options: Document) {
  const { validator = {}, changeStreamPreAndPostImages: images } = options;
  const isReplaced = isDeepStrictEqual(validator, {}) || hasFormerValidation(name, options);
  const lacksImages = WITH_PRE_IMAGES.has(name) && images?.enabled !== true;
  return {
    ...(isReplaced ? validationOf(name) : {}),
    ...(lacksImages ? { changeStreamPreAndPostImages: { enabled: true } } : {}),
  };
}

/**
 * Creates what is missing, replaces the validators of earlier versions, and changes nothing else. Calls `say` with a
 * line for each collection, and with a warning if it has documents that the validator of `setUp` would reject. Throws
 * what the driver throws.
 */
export async function setUp(database: Db, say: (line: string) => void): Promise<void> {
  await makeCollections(database);
  for (const [name, { validator, query = validator, indexes }] of Object.entries(COLLECTION_DEFINITIONS)) {
    const collection = database.collection(name);
    // One command, so that MongoDB scans a collection once for all its indexes.
    if (indexes.length > 0) await collection.createIndexes(indexes.map((index) => ({ ...index })));
    // After the indexes: if MongoDB refuses one, it goes on accepting the writes that it accepted before.
    const options = await addOptions(database, name);
    const isOwn = isDeepStrictEqual(options, { ...options, ...validationOf(name) });
    const built = indexes.length === 0 ? '1 index' : `${indexes.length + 1} indexes`;
    say(isOwn ? `${name}: validator and ${built}` : `${name}: ${built}; ${validationWarning(name)}`);
    if (hasCollation(options)) say(`${name}: warning: ${COLLATION_WARNING}`);
    // Logged searches are many, and the API serves none of them.
    if (name === 'searches') continue;
    const refused = { $nor: [query] };
    const count = await collection.countDocuments(refused);
    if (count === 0) continue;
    const found = await collection
      // An id may be of any type, also one that the driver can't decode.
      .find(refused, { projection: { _id: { $convert: { input: '$_id', to: 'string', onError: { $type: '$_id' } } } } })
      .limit(NAMED_DOCUMENTS)
      .toArray();
    const ids = found.map(({ _id }) => JSON.stringify(_id).slice(0, NAMED_ID_LENGTH)).join(', ');
    say(`${name}: warning: ${count} ${REFUSED_DOCUMENTS}: ${ids}${count > found.length ? ', …' : ''}`);
  }
}

/** What to do about a validation that is not that of `setUp`. */
const validationWarning = (name: string): string =>
  'its validator, validationLevel or validationAction is not that of setup and is kept: check that documents without ' +
  `a usable id, merchantId or status are rejected, or run db.runCommand({collMod: "${name}", validator: {}}) and setup again`;

const COLLATION_WARNING =
  'it has a collation, so MongoDB may find other ids than the requested ones, and orders ids differently: copy its ' +
  'documents to a collection without a collation';

/** Whether a collection with these options compares texts by other rules than their bytes. */
export const hasCollation = ({ collation }: Document): boolean => collation !== undefined;

/** Creates missing collections and their validators, without indexes: enough for correct results, not for fast ones. */
export async function makeCollections(database: Db): Promise<void> {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  const existing = new Set(found.map(({ name }) => name));
  for (const name of Object.keys(COLLECTION_DEFINITIONS)) {
    if (existing.has(name)) continue;
    await database.createCollection(name, missingOptions(name, {})).catch((error: unknown) => {
      if (!hasCode(error, MONGODB_CODES.namespaceExists)) throw error;
    });
  }
}

/** Adds the options that a collection lacks. Resolves to its options then, with MongoDB's defaults of a validation. */
async function addOptions(database: Db, name: string): Promise<Document> {
  const [info] = await database.listCollections({ name }, { nameOnly: false }).toArray();
  const existing = info?.options ?? {};
  const missing = missingOptions(name, existing);
  // The driver adds no write concern to a plain command.
  const writeConcern = { w: MAJORITY.w, wtimeout: MAJORITY.wtimeoutMS };
  if (Object.keys(missing).length > 0) await database.command({ collMod: name, ...missing, writeConcern });
  return { ...validationOf(name), ...existing, ...missing };
}
