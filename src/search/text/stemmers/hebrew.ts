/**
 * Stems of folded Hebrew words: without the article, `and`, and the endings of genders and numbers. Of the other
 * prefixes only `for` is removed, and `from` before materials, because they are also first letters: `מטען` (a charger).
 */
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common, or whose stem would be that of another word (`אופנה`, `מברג`). */
const IRREGULAR = irregularForms(`
  אישה/נשים איש/אנשים יד/ידיים כלי/כלים בושמ/בשמים שרשר/שרשראות אופניים/אופני כיסא/כסא/כסאות
  אוזני/אזניות/אוזניות/אוזנייה/אוזניה מברגה/מברגות/מברגת מקדחה/מקדחות/מקדחת סירה/סירות
  טבעת/טבעות מטריה/מטרייה/מטריות בורג/ברגים/ברגי מזרנ/מזרון/מזרונים עיפרונ/עפרון/עפרונות
  קופס/קופסא/קופסאות כורס/כורסא/כורסאות אוהל/אהלים מאוורר/מאורר/מאוררים`);

/** `and`, but not the first letter of words such as `ורוד` (pink). */
const CONJUNCTION = /^ו(?=...)(?!ילו|רוד|יטמ|ניל|רד|סת|ידא|ופל|אקו|נטי|יסק|טרינ)/;
const ARTICLE = /^ה+(?=...)/;
/**
 * `for`, but not the first letter of a noun whose forms would have two stems (`לק` and `לקים`, `לוח` and `לוחות`), or
 * which would have that of another word: `לבנים` (white, not for sons), `לגינס` (leggings, not for jeans).
 */
const FOR = /^ל(?=...)(?!(?:[^מ]ים|.ות|בוש|יקר(?:ים)?|טקס|מידה|יד[הת]|חמים|בנ(?:ה|ים|ות))$|וח|ול|הב|חמני|גינס|מינט)/;
/** Before materials. */
const FROM = /^מ(?=(?:עץ|עור|פלדה|זכוכית|כותנה|נירוסטה|מתכת|פלסטיק|במבוק|צמר|שיש|אלומיניום|קרמיקה|סיליקון)$)/;

const PLURAL = /(?<=..)(?:ים|ות)$/;
const FEMININE = /(?<=..)ה+$|(?<=...)ת$/;
/** The adjective of a noun, and the plural before another noun: `נעלי`. */
const ADJECTIVE = /(?<=...)י+$/;

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

export const stemHebrew = (word: string): string => stemOfNoun(withoutArticle(word).replace(FOR, ''));

/** The stem with the `ל` of the word, which has the beginnings that are typed. */
export const speltStemHebrew = (word: string): string => stemOfNoun(withoutArticle(word));

const withoutArticle = (word: string): string => word.replace(CONJUNCTION, '').replace(ARTICLE, '');

function stemOfNoun(word: string): string {
  const noun = word.replace(FROM, '');
  const irregular = IRREGULAR.get(noun);
  if (irregular !== undefined) return irregular;
  const stem = noun.replace(PLURAL, '').replace(FEMININE, '').replace(ADJECTIVE, '');
  const last = stem.at(-1) ?? '';
  return stem.slice(0, -1) + (FINAL_LETTERS[last] ?? last);
}
