/**
 * Stems of folded Romanian words: Snowball's, without the changes of sounds between singular and plural, and without
 * the plural in `-uri`, which Snowball keeps.
 */
import { stemmer } from '@orama/stemmers/romanian';
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  masa/mese copil/copii/copiilor cercel/cercei inel/inele piele/piei lingur/linguri luman/lumanari umbrel/umbrele
  fier/fiare`);

/** Not of `pătură` and `băutură`. */
const PLURAL_IN_URI = /(?<=...)(?<!t)uri(?:le)?$/;
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
    .replace(PLURAL_IN_TOARE, 'tor')
    .replace(PLURAL_IN_ERE, '')
    .replace(BROKEN_O, 'o')
    .replace(BROKEN_E, 'e');
  return stemmer(singular).replace(LAST_VOWELS, '').replace(SOFTENED, 'd');
}
