/**
 * Stems of folded Lithuanian nouns and adjectives: without the endings of cases, numbers and genders. Snowball's endings
 * need the letters that folding changes: `kėdėms`, `kėdžių`. Diminutives stay words of their own.
 */
import { irregularForms } from './irregular-forms.ts';

const IRREGULAR = irregularForms(`
  vanduo/vandens/vandeniui/vandeni/vandeniu/vandenys/vandenu suo/suns/suniui/suni/suniu/sunys/sunu/sunims/sunis`);

/** The longest one counts. Before most of them, `i` makes the consonant soft. */
const ENDINGS = [
  // Adjectives that name one of several (`drėkinamasis`), and what one does oneself (`skutimosi`).
  'asis|usis|oji|ojo|osios|ieji|uju|iesiems|osioms|uosius|aisiais|aja|osiose|osi|uisi',
  'as|is|ys|us|a|e|os|es|ies|aus|ai|ui|ei|i|u|o|am|iam|aji',
  'oje|eje|yje|uje|ame|ams|iams|iems|oms|ems|ims|ums|ais|omis|emis|imis|umis|uose|ose|ese|yse',
].join('|');
const ENDING = new RegExp(`(?<=..)i?(?:${ENDINGS})$`);
/** `dviračiai` of `dviratis`, and `kėdžių` of `kėdė`. */
const SOFT_T = /c$/;
const SOFT_D = /dz$/;

export const stemLithuanian = (word: string): string =>
  IRREGULAR.get(word) ?? word.replace(ENDING, '').replace(SOFT_T, 't').replace(SOFT_D, 'd');
