/** Stems of Japanese words: without the polite `お` or `ご` before a character of Han, as in `お茶` for `茶`. */
const POLITE = /^[おご](?=\p{scx=Han})/u;

export const stemJapanese = (word: string): string => word.replace(POLITE, '');
