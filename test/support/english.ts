/** The analyzer of tests whose texts are English. */
import { analyzerOf } from '../../src/search/text/analyzer.ts';

export const ENGLISH = analyzerOf('en');
