/**
 * Stems of folded Czech nouns and adjectives: without the endings of cases, numbers and genders. Diminutives stay words
 * of their own.
 */
import { irregularForms } from './irregular-forms.ts';

const IRREGULAR = irregularForms(`
  pes/psa/psu/psi/psy/psem/psum/psech dite/ditete/diteti/deti/detem/detmi/detech
  nuz/noze/nozi/nozem/nozu/nozich stul/stolu/stole/stolem/stoly/stolum/stolech sul/soli hul/hole/holi/holemi
  kun/kone/koni/konmi okn/oken ruk/ruce/rukama oko/oka/oku/oci/ocim/ocima/ocich ucho/ucha/uchu/usi/usim/usima/usich`);

/** Endings of cases that are also ends of nouns, such as `krém` and `systém`, stay there. */
const ENDING =
  /(?<=...)(?:ovi|[ei]ho|imu|[iy]mi|[iy]ch|ami|emi|ou|um|(?<!^kr|syst|probl|dia?d|parf|mod|tand)emu?|(?<!^str)ech|(?<!^str)ach|[iy]m|[aeiouy])$/;
/**
 * A vowel that most forms lack: `hrnek` and `hrnky`, `pánev` and `pánve`. Words that keep it lose it in all forms, but
 * `kámen` (a stone), for the sake of `kamna` (a stove).
 */
const FLEETING_VOWEL = /(?<=..[^aeiouy])(?<!^kam)e(?=[cklnv]$)/;

export function stemCzech(word: string): string {
  return IRREGULAR.get(word) ?? word.replace(ENDING, '').replace(FLEETING_VOWEL, '');
}
