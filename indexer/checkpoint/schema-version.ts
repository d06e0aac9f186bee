/**
 * The schema version of an index. It covers the mapping from products to search documents, the index settings, and the
 * ICU dictionaries that segment texts without spaces. An index of an older version is rebuilt. An index of a newer
 * version is left to newer processes.
 */

/**
 * Raise it with every change of the mapping or the settings. `test/unit/indexer/schema-version.test.ts` fails when one of them
 * changes without it.
 */
export const MAPPING_VERSION = 18;

const ICU_VERSIONS = 1000;

/**
 * Orders versions by mapping, then by ICU. Node.js bundles ICU, so a process under a newer major version of Node.js
 * rebuilds the index.
 */
export const schemaVersionOf = (mappingVersion: number, icuVersion: string): number =>
  mappingVersion * ICU_VERSIONS + (Number.parseInt(icuVersion, 10) % ICU_VERSIONS || 0);

export const SCHEMA_VERSION = schemaVersionOf(MAPPING_VERSION, process.versions.icu ?? '');
