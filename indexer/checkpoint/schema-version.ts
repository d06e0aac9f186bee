/**
 * The version of what an index is made of: the mapping from products to search documents, and the settings of the index. An
 * index of an older version is rebuilt; an index of a newer version is left to newer processes.
 */

/**
 * Raise it whenever the mapping or the settings change. `test/unit/schema-version.test.ts` fails when one of them changes
 * without it.
 */
export const SCHEMA_VERSION = 14;
