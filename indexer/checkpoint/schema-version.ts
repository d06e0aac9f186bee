/**
 * The version of what an index is made of: the mapping from products to search documents, the settings of the index, and the
 * dictionaries of ICU, which segment texts without spaces. An index of an older version is rebuilt; an index of a newer version is left
 * to newer processes.
 */

/**
 * Raise it whenever the mapping or the settings change. `test/unit/schema-version.test.ts` fails when one of them changes
 * without it.
 */
export const MAPPING_VERSION = 17;

const ICU_VERSIONS = 1000;

/** A later mapping is newer under any ICU. Node brings ICU, so a process under a newer major version of Node rebuilds the index. */
export const schemaVersionOf = (mappingVersion: number, icuVersion: string): number =>
  mappingVersion * ICU_VERSIONS + (Number.parseInt(icuVersion, 10) % ICU_VERSIONS || 0);

export const SCHEMA_VERSION = schemaVersionOf(MAPPING_VERSION, process.versions.icu ?? '');
