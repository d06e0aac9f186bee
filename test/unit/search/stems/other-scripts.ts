/** Words of shops in languages of other scripts, by their stems. */
import type { StemsOfLanguage } from './stems-of-language.ts';

export const STEMS_IN_OTHER_SCRIPTS: Readonly<Record<string, StemsOfLanguage>> = {};
