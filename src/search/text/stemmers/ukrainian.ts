/**
 * Stems of folded Ukrainian nouns and adjectives: without the endings of case, number and gender, without the vowel
 * that only some forms have (`сумок` and `сумка`), with the `о` or `е` that is `і` in the last syllable (`ножі` and
 * `ніж`), and without the ending of diminutives: `пляшечка` is `пляшка`. Snowball's rules take `насоси`, `халати` and
 * `серія` for verbs.
 */
import { irregularForms } from './irregular-forms.ts';

/** After the first vowel: the `ем` of `крем` is no ending. */
const ENDING = new RegExp(
  `(?<=[аеиоуюяіїє].*)(?:${[
    'ий|ій|ого|ому|ього|ьому|ьої|ої|им|ім|их|іх|ими|іми|ьою',
    // Forms of `серія` and `батарея`, and others.
    '[іе]?(?:я|ї|ю|єю|й|ям|ями|ях)',
    'а|и|і|о|ьо|е|є|у|ою|ею|ом|ем|єм|ів|їв|ам|ами|ах',
  ].join('|')})$`,
);
/** Nouns whose `м` isn't of an ending. */
const NOUN_IN_M =
  /^(?:альбом|бальзам|кілограм|килим|модем|панам|піжам|програм|систем|шолом)(?=(?:[аиіоу]|ів|о[мю]|а[мх]|ами)?$)/;
const SOFT_END = /ь$/;
const DOUBLED = /(?<=н)н$/;
/** `кошенята` of `кошеня`, and `курчата` of `курча`. */
const YOUNG = /(?<=..[нлс])ят$|(?<=..[рв]ч)ат$/;
/** `ємність` and `ємності`. */
const ABSTRACT = /(?<=...)іст$/;
const FLEETING_VOWEL = /(?<=..[^аеиіоуюяєї])(?:[ое](?=к$)|е(?=ц$))/;
/** Before other consonants most words have the vowel in all forms, so these are listed. */
const FLEETING_VOWEL_OF = /(?<=(?:^|авто)(?:чох|кріс|вік|сук|відр|від|дзерк|пес|ков|пенз|туф|крап|граб))[ое](?=[лнр]$)/;
const FLEETING_VOWEL_OF_J = /(?<=[ає])йок$/;
const SOFT_SIGN = /(?<=..)ь(?=[цк]$)/;
/** First-aid kits and shirts are no small pharmacies and magpies. */
const NO_DIMINUTIVE = /^(?:апт|сор)[ое]чк$/;
const DIMINUTIVE = /(?<=...)[ое]чк$/;
/** `маєчка` and `майка`. */
const DIMINUTIVE_OF_J = /(?<=[аеиі])єчк$/;

/** By stem: `і` in a closed syllable, and forms that have little in common. */
const IRREGULAR = irregularForms(`
  нож/ніж стол/стіл чобот/чобіт кот/кіт ремен/ремін камен/камін колес/коліс нігт/нігот лікт/лікот кігт/кігот печ/піч/пічч
  папер/папір кольор/колір сок/сік сол/сіл/сілл пирог/пиріг ковш/ківш дрот/дріт воск/віск льод/лід нос/ніс ног/ніг
  бород/борід реч/річ ноч/ніч ведмед/ведмід гребен/гребін сковород/сковорід ворот/воріт блох/бліх крол/кріл
  дитин/діт дошк/дощок яйц/яєц персн/перстен горіх/гор`);

export function stemUkrainian(word: string): string {
  const stem = speltStemUkrainian(word);
  return NO_DIMINUTIVE.test(stem) ? stem : stem.replace(DIMINUTIVE_OF_J, 'йк').replace(DIMINUTIVE, 'к');
}

/** The stem of the forms of one word, of a diminutive with its ending, which has the beginnings that are typed. */
export function speltStemUkrainian(word: string): string {
  const noun = NOUN_IN_M.exec(word)?.[0];
  if (noun !== undefined) return noun;
  const stem = word.replace(ENDING, '').replace(SOFT_END, '').replace(DOUBLED, '').replace(YOUNG, '');
  return (
    IRREGULAR.get(stem) ??
    stem
      .replace(ABSTRACT, 'ост')
      .replace(FLEETING_VOWEL_OF_J, 'йк')
      .replace(FLEETING_VOWEL, '')
      .replace(FLEETING_VOWEL_OF, '')
      .replace(SOFT_SIGN, '')
  );
}
