/**
 * Stems of folded Romanian words: Snowball's, without the changes of sounds between singular and plural, and without
 * the plurals in `-uri`, which Snowball keeps, and in `-are`, which it takes for a verb.
 */
import { stemmer } from '@orama/stemmers/romanian';
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  masa/mese copil/copii/copiilor cercel/cercei inel/inele piele/piei lingur/linguri luman/lumanari umbrel/umbrele
  fier/fiare semint/samanta/samantei covoras/covorase/covorasele/covoraselor`);

/** Of `suport`, `raft`, `lanț` and `set`; not of `pătură`, `băutură` and `centură`. */
const PLURAL_IN_URI = /(?<=...)(?:(?<!t)|(?<=[rf]t)|(?<=^(?:lan|se|ki|bla|col)t))uri(?:le|lor)?$/;
/** Of things: most words in `-are` are of verbs. */
const PLURAL_IN_ARE = /(?<=^(?:grat|sert|cant|sterg|diction|calend|lampad)ar)e(?:le|lor)?$/;
const PLURAL_IN_TOARE = /toare(?:le)?$/;
const PLURAL_IN_ERE = /(?<=..[^i]er)e$/;
/** `telefoane` and `telefon`, `floare` and `flori`. */
const BROKEN_O = /oa(?=[^aeiou]+[ae]$)/;
/** `geantă` and `genți`, `neagră` and `negre`. */
const BROKEN_E = /ea(?=[^aeiou]+a$)/;
const LAST_VOWELS = /(?<=..)[aeiu]+$/;
/** `oglindă` and `oglinzi`. */
const SOFTENED = /(?<=..)z$/;

export function stemRomanian(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const singular = word
    .replace(PLURAL_IN_URI, '')
    .replace(PLURAL_IN_ARE, '')
    .replace(PLURAL_IN_TOARE, 'tor')
    .replace(PLURAL_IN_ERE, '')
    .replace(BROKEN_O, 'o')
    .replace(BROKEN_E, 'e');
  return stemmer(singular).replace(LAST_VOWELS, '').replace(SOFTENED, 'd');
}
