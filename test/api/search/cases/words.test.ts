/**
 * Searches for words: as typed, misspelt, unfinished, in other forms, and in pages with filters and an order; what is
 * in stock, and many products alike.
 */
import { testTopics } from './support/topics.ts';
import { COLLECTION_NAMES } from './words/collection-names.ts';
import { FILTERED } from './words/filtered.ts';
import { HTML } from './words/html.ts';
import { IN_STOCK } from './words/in-stock.ts';
import { INEXACT } from './words/inexact.ts';
import { KEYS } from './words/keys.ts';
import { KINDS } from './words/kinds.ts';
import { MANY_ALIKE } from './words/many-alike.ts';
import { SHARED_TEXTS } from './words/shared-texts.ts';
import { SORTED } from './words/sorted.ts';
import { SPELLINGS } from './words/spellings.ts';
import { UNFINISHED } from './words/unfinished.ts';
import { WANTED_KIND } from './words/wanted-kind.ts';
import { WORDS } from './words/words.ts';

testTopics([
  WORDS,
  SPELLINGS,
  INEXACT,
  UNFINISHED,
  FILTERED,
  SORTED,
  HTML,
  IN_STOCK,
  MANY_ALIKE,
  KEYS,
  COLLECTION_NAMES,
  KINDS,
  WANTED_KIND,
  SHARED_TEXTS,
]);
