/**
 * Stems of folded French words: Snowball's of the singular. Without accents, Snowball takes the end of `oreiller` for
 * that of a verb, doesn't know the plural of `vélo`, and treats `doré` and `dorée` differently.
 */
import { stemmer } from '@orama/stemmers/french';
import { irregularForms } from './irregular-forms.ts';

/** Words whose `s` isn't an ending, if their stem without it would be that of another word. */
const IN_S: ReadonlySet<string> = new Set(
  'gris gros gras frais epais francais anglais chinois japonais souris ours bois fils repas bras'.split(' '),
);
/** Nouns and adjectives that aren't the verb of another noun: `oreiller` (a pillow) and `oreille` (an ear). */
const NOUNS_IN_ER: ReadonlySet<string> = new Set(
  'oreiller plancher rocher clocher foyer potager cuiller boucher berger verger leger etranger'.split(' '),
);

const PLURAL_IN_S = /(?<=..[^s])s$/;
const PLURAL_IN_X = /(?<=^(?:jeu|cheveu|feu|lieu|voeu|neveu|bijou|genou|caillou|chou|hibou|tuyau|noyau|joyau))x$/;
const PLURALS_OF_AIL = irregularForms('travail/travaux vitrail/vitraux email/emaux corail/coraux');
/** The feminine of a participle: `dorée`. */
const PARTICIPLE = /(?<=...)ee$/;

/**
 * Masculine adjectives by the stems of their feminines. `sec` isn't here: a `sèche-cheveux` (hair dryer) isn't for
 * `cheveux secs` (dry hair).
 */
const MASCULINES = irregularForms(`
  blanc/blanch doux/douc neuf/neuv long/longu frais/fraich gros/gross gras/grass epais/epaiss premi/premier derni/dernier
  enti/entier reguli/regulier`);
const FEMININE_OF_IF = /iv$/;

export function stemFrench(word: string): string {
  if (IN_S.has(word)) return word;
  const singular = PLURALS_OF_AIL.get(word) ?? word.replace(PLURAL_IN_S, '').replace(PLURAL_IN_X, '');
  if (NOUNS_IN_ER.has(singular)) return singular;
  const stem = stemmer(singular.replace(PARTICIPLE, 'e'));
  return MASCULINES.get(stem) ?? stem.replace(FEMININE_OF_IF, 'if');
}
