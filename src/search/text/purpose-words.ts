/** The words before what a product is for, as in `cover for rabbit hutch`. */

/** By language, folded. */
const PURPOSE_WORDS: Readonly<Record<string, readonly string[]>> = {
  bg: ['за'],
  ca: ['per'],
  da: ['til'],
  de: ['fur'],
  el: ['για'],
  en: ['for'],
  es: ['para'],
  fr: ['pour'],
  hr: ['za'],
  it: ['per'],
  nl: ['voor'],
  no: ['til', 'for'],
  pl: ['do', 'na', 'dla'],
  pt: ['para'],
  ro: ['pentru'],
  ru: ['для'],
  sk: ['pre', 'na', 'do'],
  sr: ['za', 'за'],
  sv: ['till', 'for'],
  uk: ['для'],
};

export const isPurposeWord = (word: string, language: string): boolean =>
  PURPOSE_WORDS[language]?.includes(word) === true;
