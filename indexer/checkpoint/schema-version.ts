/**
 * The schema version of an index. It covers the mapping from products to search documents, the index settings, and the
 * tokens that ICU makes. An index of an older version is rebuilt. An index of a newer version is left to newer
 * processes.
 */
import { MAPPING_VERSION } from '../../src/search/index/mapping-version.ts';
import { icuNumberOf } from './icu-version.ts';

const ICU_VERSIONS = 1000;

/** Orders versions by mapping, then by ICU, see `icu-version.ts`. */
export const schemaVersionOf = (mappingVersion: number, icuNumber: number): number =>
  mappingVersion * ICU_VERSIONS + icuNumber;

export const SCHEMA_VERSION = schemaVersionOf(MAPPING_VERSION, icuNumberOf(process.versions.icu ?? ''));
