/**
 * Stop words by language: words that only join others, and occur in any text. They count little in a query: products
 * are selected without them, and by relevance once more with them (`on cloud`).
 *
 * The lists are short on purpose. The lists of libraries are made for prose: they contain words that matter in shops,
 * such as `down`, `over`, `nueva`, `grandes`, `kleine`, `Teil` or `Mittel`.
 */
import { foldText } from './fold.ts';
import { markedStems } from './marked-words.ts';

/** By ISO 639-1. A language without a list has no stop words. */
const LISTS: Readonly<Record<string, string>> = {
  ar: 'و في من على إلى الى عن مع أو او ل ب هذا هذه ذات',
  bg: 'и на за от с със в във по до към или',
  ca: 'a al als amb d de del dels el els en i l la les o per sense un una',
  cs: 'a i na s se z ze v ve do od pro k ke o u nebo po',
  da: 'af at den det de en et for fra i med og på til eller som',
  de: 'als am an auf aus bei das dem den der des die ein eine einem einen einer eines für im in ins mit oder ohne und vom von zu zum zur',
  el: 'ο η το οι τα του της των τον την και με σε για από στο στη στην ή',
  en: 'a an and are at be by for from in is of on or that the these this those to when which while with your',
  es: 'a al con de del e el en la las lo los o para por sin su un una unas unos y',
  fa: 'و در از به با برای که را این آن یا ها های هایی',
  fi: 'ja tai on',
  fr: 'a à au aux avec d de des du en et l la le les ou par pour sans sur un une',
  he: 'של עם את על או',
  hi: 'का के की को में से और या पर लिए वाला वाली वाले है एक',
  hr: 'i u na za s sa od do iz ili',
  hu: 'a az és egy vagy',
  id: 'dan di dengan untuk dari yang atau ke',
  ko: '및 또는',
  it: 'a ai al alla alle con d da dal dalla dei del della delle di e ed gli i il in la le lo o per senza su un una uno',
  ja: 'の を に は が と で も や へ から まで より 用',
  lt: 'ir su be nuo į iš prie po ant už per arba',
  nl: 'aan bij de een en het in met naar of om op te uit van voor zonder',
  no: 'av den det de en et ei for fra i med og på til eller som',
  pl: 'a i w we z ze na do dla od o u po oraz lub bez',
  pt: 'a à ao aos as com da das de do dos e em na nas no nos o os ou para por sem um uma',
  ro: 'a al cu de din în la pe pentru sau și un o',
  ru: 'а и в во с со на для от из по к у о или без до',
  sk: 'a i na s so z zo v vo do od pre k o u alebo po',
  sr: 'i u na za s sa od do iz ili и у на за с са од до из или',
  sv: 'av att den det de en ett för från i med och på till eller som',
  th: 'และ ของ ที่ ใน กับ สำหรับ หรือ',
  tr: 've ile için bir bu de da veya',
  uk: 'а і й в у з із на для від до по к о або без та',
  ur: 'کا کی کے کو میں سے اور پر یا لیے والا والی والے ہے ایک',
  vi: 'và của cho với các những là',
  zh: '的 了 和 与 及 或 在 是 與',
};

/** Stop words before an apostrophe, as in `l'iphone` and `dell'acqua`. Elsewhere they may be names: `Dell`, size `L`. */
const ELIDED: Readonly<Record<string, string>> = {
  ca: 'd l',
  fr: 'd l',
  it: 'all d dall dell l un',
};

/** Stop words that a query means: what is `sans parfum` has no perfume. */
const NEGATIONS: Readonly<Record<string, string>> = {
  ca: 'sense',
  cs: 'bez',
  de: 'ohne',
  es: 'sin',
  fr: 'sans',
  it: 'senza',
  lt: 'be',
  nl: 'zonder',
  pl: 'bez',
  pt: 'sem',
  ru: 'без',
  uk: 'без',
};

export const LANGUAGES_WITH_STOP_WORDS = Object.keys(LISTS);

/** The stop words of a language: folded, and their stems with marks (`marked-words.ts`). */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const words = (LISTS[language] ?? '').split(' ');
  const marked = markedStems(words, { language, stem: (token) => token });
  return new Set([...words.map(foldText), ...[...marked.values()].flat()]);
}

/** The negations among the stop words of a language, folded. */
export const negationsOf = (language: string): ReadonlySet<string> =>
  new Set((NEGATIONS[language] ?? '').split(' ').map(foldText));

/** The elided stop words of a language, folded, without their apostrophe. */
export const elidedStopWordsOf = (language: string): ReadonlySet<string> =>
  new Set((ELIDED[language] ?? '').split(' '));
