/**
 * The version of the mapping from products to search documents, and of the index settings. Raise it with every change of
 * one of them: `test/unit/indexer/schema-version.test.ts` fails when one changes without it.
 */
export const MAPPING_VERSION = 30;
