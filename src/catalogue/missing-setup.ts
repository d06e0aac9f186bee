/** Reports what `setUp` would create. */
import type { CollectionInfo, Db } from 'mongodb';
import { isMongoUnavailable } from '../engines/mongodb/errors.ts';
import { COLLECTION_DEFINITIONS } from './definitions.ts';
import { hasCollation, missingOptions } from './setup.ts';

/**
 * One line that says what `setUp` would create, and names the command. Null if nothing is missing, or if the database
 * user may not list collections. Throws what the driver throws when MongoDB is unavailable.
 */
export async function missingSetup(database: Db): Promise<string | null> {
  try {
    const found = await database.listCollections({}, { nameOnly: false }).toArray();
    const infos = Object.keys(COLLECTION_DEFINITIONS).map((name) => found.find((info) => info.name === name) ?? name);
    const absent = infos.filter((info) => typeof info === 'string');
    const existing = infos.filter((info) => typeof info !== 'string');
    const lacking = await Promise.all(existing.map((info) => lackOf(database, info)));
    const lines = [
      ...(absent.length === 0 ? [] : [`no collection ${absent.join(', ')}`]),
      ...lacking.filter((line) => line !== null),
    ];
    return lines.length === 0 ? null : `incomplete, run \`catalogue setup\`: ${lines.join('; ')}`;
  } catch (error) {
    if (isMongoUnavailable(error)) throw error;
    return null;
  }
}

/** What one collection lacks, or null. */
async function lackOf(database: Db, { name, type, options = {} }: CollectionInfo): Promise<string | null> {
  if (type !== 'collection') return `${name} is a ${type}, and MongoDB reports no changes of it`;
  const indexes = COLLECTION_DEFINITIONS[name]?.indexes ?? [];
  const existing = new Set((await database.collection(name).indexes()).map((index) => index.name));
  const missingIndexes = indexes.filter((index) => !existing.has(index.name)).length;
  const missing = missingOptions(name, options);
  const lacks = [
    ...('validator' in missing ? ['its validator'] : []),
    ...('changeStreamPreAndPostImages' in missing ? ['its change stream images'] : []),
    ...(hasCollation(options) ? ['the simple collation'] : []),
    ...(missingIndexes === 0 ? [] : [`${missingIndexes} of ${indexes.length} indexes`]),
  ];
  return lacks.length === 0 ? null : `${name} lacks ${lacks.join(' and ')}`;
}
