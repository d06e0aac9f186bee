/**
 * Stems of folded Hebrew words: without the article, `and`, and the endings of genders and numbers. Of the other
 * prefixes only `for` and `from` are removed, before a few nouns, because they are also first letters: `לבן` (white).
 */
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common, or whose stem would be that of another word (`אופנה`, `מברג`). */
const IRREGULAR = irregularForms(`
  אישה/נשים איש/אנשים יד/ידיים כלי/כלים בושמ/בשמים שרשר/שרשראות אופניים/אופני כיסא/כסא/כסאות/כיסאות
  אוזני/אזניות/אוזניות/אוזנייה/אוזניה מברגה/מברגות סירה/סירות טבעת/טבעות מטריה/מטרייה/מטריות`);

/** `and`, but not the first letter of words such as `ורוד` (pink). */
const CONJUNCTION = /^ו(?=...)(?!ילו|רוד|יטמ|ניל|רד|סת|ידא|ופל|אקו|נטי|יסק|טרינ)/;
const ARTICLE = /^ה+(?=...)/;
const FOR =
  /^ל(?=גבר|נשים|איש|ילד|תינוק|נער|כלב|חתול|בית|מטבח|רכב|אייפון|אנדרואיד|סמסונג|גלקסי|מחשב|טלפון|אופניי|מקרר|גינה|אמבטיה|שיער|תנור)/;
/** Before materials. */
const FROM = /^מ(?=(?:עץ|עור|פלדה|זכוכית|כותנה|נירוסטה|מתכת|פלסטיק|במבוק|צמר|שיש|אלומיניום|קרמיקה|סיליקון)$)/;

const PLURAL = /(?<=..)(?:ים|ות)$/;
const FEMININE = /(?<=..)ה+$|(?<=...)ת$/;
/** The adjective of a noun, and the plural before another noun: `נעלי`. */
const ADJECTIVE = /(?<=...)י+$/;

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

export function stemHebrew(word: string): string {
  const noun = word.replace(CONJUNCTION, '').replace(ARTICLE, '').replace(FOR, '').replace(FROM, '');
  const irregular = IRREGULAR.get(noun);
  if (irregular !== undefined) return irregular;
  const stem = noun.replace(PLURAL, '').replace(FEMININE, '').replace(ADJECTIVE, '');
  const last = stem.at(-1) ?? '';
  return stem.slice(0, -1) + (FINAL_LETTERS[last] ?? last);
}
