/** How compounds end in each language that writes them as one word. */

export interface CompoundRules {
  /** The file of hyphenation patterns. */
  readonly patterns: string;
  /** The nouns of three letters that end many compounds. Other syllables of three letters are hardly ever words. */
  readonly shortEnds?: ReadonlySet<string>;
  /** Usual words that don't end so: Hungarian `csomag` isn't a `mag` (seed), and Swedish `format` no `mat` (food). */
  readonly noShortEnd?: RegExp;
  /** The nouns of two letters that begin many compounds: `Ölfilter`, `tekanna`. Other beginnings are longer. */
  readonly shortBeginnings?: ReadonlySet<string>;
  /**
   * Where patterns miss that a word starts: after an `s` or a Danish `e` that links two words, after Danish `-el`, `-en`
   * and `-er`, at a `j`, and after `el` (electric), as in `vandrings-jacka`, `hunde-mad`, `cykel-kæde`, `regn-jakke` and
   * `el-sykkel`. Only after a consonant: Swedish `flaskor` (bottles) doesn't end with `skor` (shoes).
   */
  readonly missedStarts?: RegExp;
  /** There, `s` is less often the first letter of the word: `barn-skor`, but `arbets-lampa`. */
  readonly startsAtS?: RegExp;
  /** Whether patterns leave `g` to the syllable before `las`: Danish `ving-las`, folded Hungarian `marhat-ragya`. */
  readonly startsLate?: true;
  /** Ends, as their first group, that patterns don't find. */
  readonly ends?: readonly RegExp[];
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

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

/** By ISO 639-1. */
export const COMPOUND_RULES: Readonly<Record<string, CompoundRules>> = {
  da: {
    patterns: 'da',
    shortEnds: words('bil bog bur dug fad hus kop las lys mad mus ost ovn reb sav sko toj uld vin'),
    noShortEnd: /(?:[gt]las|(?:vaerk|lege|kore|far|sylte)toj)$/,
    shortBeginnings: words('el is ol te'),
    missedStarts: /(?<=[^aeiouyæøå](?:[es]|e[lnr])|^el)(?=[^aeiouyæøå])|(?<=[^aeiouyæøåghk])(?=j)/g,
    startsAtS: /(?<=[^aeiouyæøå])(?=s[klmnptv])/g,
    startsLate: true,
  },
  de: {
    patterns: 'de-1996',
    shortEnds: words('bad box eis hut rad set tee uhr'),
    shortBeginnings: words('ol'),
    ends: GERMAN_ENDS,
  },
  fi: { patterns: 'fi' },
  hu: {
    patterns: 'hu',
    shortEnds: words('agy haz ing kes kep mag mez por sal tal tok'),
    noShortEnd: /cs(?:omag|upor)$/,
    shortBeginnings: words('fa fu ho ko so to'),
    startsLate: true,
  },
  nl: {
    patterns: 'nl',
    shortEnds: words('bak bed bot box hok jas kam mat mes mok pan pot rek rem set tas zak'),
    noShortEnd: /robot$/,
  },
  no: {
    patterns: 'nb',
    shortEnds: words('bil bok bur duk fat hus las lys mat mus ost ovn sag sko tau toy ull vin'),
    noShortEnd: /(?:bomull|[gt]las|(?:verk|kjore|far|sylte)toy|(?:for|kli|[pt]o)mat|lost|(?:os|ul)fat)$/,
    shortBeginnings: words('el is ol te'),
    missedStarts: /(?<=^el)(?=[^aeiouyæøå])/g,
  },
  sv: {
    patterns: 'sv',
    shortEnds: words(
      'bil bok box bur duk hus kok las lim mat mus nat ost ram rep sag sax set sko spo tyg ugn ull vax vin yxa',
    ),
    noShortEnd: /(?:(?:at|ka)las|(?:for|kli|[pt]o)mat|[aeio]nat|(?:verk|far|be)tyg|pingvin)$/,
    shortBeginnings: words('el is ol te'),
    missedStarts:
      /(?<=[^aeiouyåäö]s)|(?<=^el)(?=[^aeiouyåäö])|(?<=[^aeiouyåäöghk])(?=j)|(?<=inne|ute|tr[aä])(?=sko)|(?<=merino|lamm)(?=ull)/g,
    startsAtS: /(?<=[^aeiouyåäö])(?=s[klmnptv])/g,
  },
};
