/** Searches for words: as typed, misspelt, unfinished, in other forms, and in pages with filters and an order. */
import { testTopics } from './support/topics.ts';
import { FILTERED } from './words/filtered.ts';
import { HTML } from './words/html.ts';
import { INEXACT } from './words/inexact.ts';
import { SORTED } from './words/sorted.ts';
import { SPELLINGS } from './words/spellings.ts';
import { UNFINISHED } from './words/unfinished.ts';
import { WORDS } from './words/words.ts';

testTopics([WORDS, SPELLINGS, INEXACT, UNFINISHED, FILTERED, SORTED, HTML]);
