/**
 * The ends of compound words: a shop writes `Bratpfanne`, and shoppers search `pfanne`. An end begins at a syllable
 * (TeX's hyphenation patterns), as in Lucene's HyphenationCompoundWordTokenFilter: any letters would make `Festpreis`
 * end with `Reis`. In Chinese and Japanese, each character is a syllable: `凉鞋` ends with `鞋`. Languages that write
 * compounds apart have none.
 */
import { createRequire } from 'node:module';
import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';
import { foldText } from './fold.ts';
import { endsOfHangul } from './korean-compounds.ts';

/** The file of each language's patterns. */
const PATTERNS: Readonly<Record<string, string>> = {
  da: 'da',
  de: 'de-1996',
  fi: 'fi',
  hu: 'hu',
  nl: 'nl',
  no: 'nb',
  sv: 'sv',
};

/** The nouns of three letters that end many compounds. Other syllables of three letters are hardly ever words. */
const SHORT_ENDS: Readonly<Record<string, string>> = {
  da: 'bil bog bur dug fad hus kop las lys mad mus ost ovn reb sav sko toj uld vin',
  de: 'bad box eis hut rad set tee uhr',
  hu: 'agy haz ing kes kep mag mez por sal tal tok',
  nl: 'bak bed bot box hok jas kam mat mes mok pan pot rek rem set tas zak',
  no: 'bil bok bur duk fat hus las lys mat mus ost ovn sag sko tau toy ull vin',
  sv: 'bil bok box bur duk hus kok las lim mat mus nat ost ram rep sag sax set sko spo tyg ugn ull vax vin yxa',
};

/** The nouns of two letters that begin many compounds: `Ölfilter`, `tekanna`. Other beginnings are longer. */
const SHORT_BEGINNINGS: Readonly<Record<string, string>> = {
  da: 'el is ol te',
  de: 'ol',
  hu: 'fa fu ho ko so to',
  no: 'el is ol te',
  sv: 'el is ol te',
};

/** The end of a word, if one of these words is before it. */
const endAfter = (end: string, ...before: readonly string[]): RegExp =>
  new RegExp(`(?:${before.join(' ').replaceAll(' ', '|')})(${end})$`);

/**
 * The oils and gels of German: `Motoröl`, `Duschgel`. Folded, `öl` ends `Alkohol`, too, and `Gel` ends `Spiegel`, so these
 * are the usual words before them. Patterns find other syllables: `geol` in `massageol`.
 */
const GERMAN_ENDS: readonly RegExp[] = [
  endAfter(
    'oe?l(?:e[ns]?|s)?',
    'motor(?:en)? getriebe hydraulik schmier ketten gabel takt kompressor(?:en)? maschinen bohr schneid waffen silikon heiz',
    'oliven blumen raps nuss kokos lein kern samen keim sesam distel hanf mandel avocado argan jojoba rizinus palm kummel',
    'kuemmel speise salat brat frittier krauter kraeuter truffel trueffel chili fisch lampen holz mobel moebel teak',
    'parkett terrassen leder massage korper koerper haut haar bart gesichts pflege baby bade dusch duft aroma baum',
    'lavendel eukalyptus minz rosen',
  ),
  endAfter(
    'gel(?:en|e|s)?',
    'allergie augen brauen cellulite desinfektions dusch enthaarungs fluorid fuss gelenk gesichts gleit haar hand haut',
    'hydro insekten intim kalte kaelte kiesel korper koerper kuhl kuehl lippen massage mund muskel narben nasen peeling',
    'pferde pflege rasier reinigungs schmerz silica silika sonnen sport styling ultraschall venen warme waerme wasch wund',
    'zahn zahnungs',
  ),
];

const MIN_COMPOUND_LENGTH = 6;
/** A longer text without spaces is hardly a word. */
export const MAX_COMPOUND_LENGTH = 40;
const MIN_BEGINNING_LENGTH = 3;
const MIN_END_LENGTH = 4;
/** Usual words that don't end so: Hungarian `csomag` isn't a `mag` (seed), and Swedish `format` no `mat` (food). */
const NO_SHORT_END: Readonly<Record<string, RegExp>> = {
  da: /(?:[gt]las|(?:vaerk|lege|kore|far|sylte)toj)$/,
  hu: /cs(?:omag|upor)$/,
  nl: /robot$/,
  no: /(?:bomull|[gt]las|(?:verk|kjore|far|sylte)toy|(?:for|kli|[pt]o)mat|lost|(?:os|ul)fat)$/,
  sv: /(?:(?:at|ka)las|(?:for|kli|[pt]o)mat|[aeio]nat|(?:verk|far|be)tyg|pingvin)$/,
};
/**
 * Beginnings of other nouns of which the end looks like a cupboard (`skap`, `skab`, folded `skåp`): `redskaper`,
 * `selskab`.
 */
const NO_CUPBOARD = /(?:red|land|egen|sel|sall|venn?|van|mann?|mand|kunn?|kund|regn|medlem|svanger|vi[dt]en) ska[bp]/;
/** The last syllable of most words, and hardly ever a word: `sche` of `Flasche`. */
const UNSTRESSED = /^[^aeiouy]+e[rnls]?$/;
/**
 * Patterns of these languages leave `g` to the syllable before `las`: Danish `ving-las`, folded Hungarian
 * `marhat-ragya`.
 */
const STARTS_LATE: ReadonlySet<string> = new Set(['da', 'hu']);
const MUTE_AT_END = /[bcdfgkpt]$/;
const LIQUID = /^[lr]/;
/**
 * Where patterns miss that a word starts: after an `s` or a Danish `e` that links two words, after Danish `-el`, `-en` and
 * `-er`, at a `j`, and after `el` (electric), as in `vandrings-jacka`, `hunde-mad`, `cykel-kæde`, `regn-jakke` and
 * `el-sykkel`. Only after a consonant: Swedish `flaskor` (bottles) doesn't end with `skor` (shoes).
 */
const MISSED_STARTS: Readonly<Record<string, RegExp>> = {
  da: /(?<=[^aeiouyæøå](?:[es]|e[lnr])|^el)(?=[^aeiouyæøå])|(?<=[^aeiouyæøåghk])(?=j)/g,
  no: /(?<=^el)(?=[^aeiouyæøå])/g,
  sv: /(?<=[^aeiouyåäö]s)|(?<=^el)(?=[^aeiouyåäö])|(?<=[^aeiouyåäöghk])(?=j)|(?<=inne|ute|tr[aä])(?=sko)|(?<=merino|lamm)(?=ull)/g,
};
/** There, `s` is less often the first letter of the word: `barn-skor`, but `arbets-lampa`. */
const STARTS_AT_S: Readonly<Record<string, RegExp>> = {
  da: /(?<=[^aeiouyæøå])(?=s[klmnptv])/g,
  sv: /(?<=[^aeiouyåäö])(?=s[klmnptv])/g,
};
const NEVER = /(?!)/g;
const LETTERS = /^\p{L}+$/u;
const HYPHEN = '\u00ad';

const HAN = /^\p{scx=Han}{2,}$/u;

/** The last character of a word of Han characters, and the last two. */
function endsOfHan(word: string): readonly string[] {
  if (!HAN.test(word)) return [];
  const characters = [...word];
  return [2, 1].filter((length) => length < characters.length).map((length) => characters.slice(-length).join(''));
}

/**
 * Returns the function that finds the folded ends of a word; null for a language without them. A word as written has
 * more ends than a folded one, because patterns know the letters of the language: `Tält-säng`, but `talt-sang` hasn't.
 */
export function compoundEndsIn(language: string): ((word: string) => readonly string[]) | null {
  if (language === 'zh' || language === 'ja') return (word) => endsOfHan(foldText(word));
  if (language === 'ko') return (word) => endsOfHangul(foldText(word));
  const file = PATTERNS[language];
  if (file === undefined) return null;
  const isCompound = compoundTestOf(language);
  let hyphenate: HyphenationFunctionSync | undefined;
  const endsOf = (word: string): string[] => {
    hyphenate ??= loadHyphenator(file);
    return startsOf(word, hyphenate(word).split(HYPHEN), language).flatMap((start) => {
      const end = foldText(word.slice(start));
      return isCompound(foldText(word.slice(0, start)), end) ? [end] : [];
    });
  };
  return (word) => {
    const folded = foldText(word);
    if (folded.length < MIN_COMPOUND_LENGTH || folded.length > MAX_COMPOUND_LENGTH || !LETTERS.test(folded)) return [];
    const [usual] = language === 'de' ? GERMAN_ENDS.flatMap((end) => end.exec(folded)?.[1] ?? []) : [];
    if (usual !== undefined) return [usual];
    const written = word.toLowerCase().normalize('NFC');
    return written === folded ? endsOf(folded) : [...new Set([...endsOf(folded), ...endsOf(written)])];
  };
}

/** The offsets at which a word may start, the likeliest first: those of syllables, and those that the patterns miss. */
function startsOf(word: string, syllables: readonly string[], language: string): readonly number[] {
  const found = (starts: RegExp = NEVER) => Array.from(word.matchAll(starts), ({ index }) => index);
  const starts = found(MISSED_STARTS[language]);
  let [start, before] = [0, ''];
  for (const syllable of syllables) {
    if (STARTS_LATE.has(language) && MUTE_AT_END.test(before) && LIQUID.test(syllable)) starts.push(start - 1);
    starts.push(start);
    start += syllable.length;
    before = syllable;
  }
  return [...new Set([...starts.toSorted((one, other) => one - other), ...found(STARTS_AT_S[language])])];
}

/** Returns the test whether a word may be a compound of two folded parts. */
function compoundTestOf(language: string): (beginning: string, end: string) => boolean {
  const shortEnds = new Set(SHORT_ENDS[language]?.split(' '));
  const shortBeginnings = new Set(SHORT_BEGINNINGS[language]?.split(' '));
  const isEnd = (beginning: string, end: string) =>
    !NO_CUPBOARD.test(`${beginning} ${end}`) &&
    (end.length >= MIN_END_LENGTH
      ? !UNSTRESSED.test(end)
      : shortEnds.has(end) && NO_SHORT_END[language]?.test(beginning + end) !== true);
  return (beginning, end) =>
    (beginning.length >= MIN_BEGINNING_LENGTH || shortBeginnings.has(beginning)) && isEnd(beginning, end);
}

const require = createRequire(import.meta.url);

/** Loads the patterns when the first word needs them: those of German take 11 MB. */
function loadHyphenator(file: string): HyphenationFunctionSync {
  const patterns = require(`hyphen/patterns/${file}.js`) as PatternsDefinition;
  return createHyphenator(patterns, { async: false, hyphenChar: HYPHEN }) as HyphenationFunctionSync;
}
