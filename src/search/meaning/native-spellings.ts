/**
 * Words that shoppers type in Latin letters, in shops whose language is written in Cyrillic or Greek: `kolyaska` for
 * `коляска`. Pure functions.
 */

/** The spellings of Latin letters in the language, the likeliest first. Several letters come before one. */
interface Letters {
  readonly latin: string;
  readonly native: readonly string[];
}

const RUSSIAN = `
  shch щ, sch щ, zh ж, kh х, ts ц тс, ch ч, sh ш сх, yo е йо, jo е, yu ю ью, ju ю, ya я ья, ja я, ye е ье, je е же, ia ия я ья,
  ie ие ье, iya ия, aya ая, oya оя, eya ея, uya уя, oye ое, aye ае, iye ие, iy ий, ij ий, yy ый, iu ию ю ью, ey ей, ej ей, ei ей еи, oy ой, oj ой, oi ой ои, ay ай, aj ай, ai ай аи,
  uy уй, uj уй, yi ый, a а, b б, c ц, d д, e е э, f ф, g г ж, h х, i и ы, j ж й, k к, l л ль, m м, n н нь, o о, p п, r р,
  s с, t т ть, u у ю, v в, w в, x х кс, y ы и й, z з`;
const UKRAINIAN = `
  shch щ, sch щ, zgh зг, zh ж, kh х, ts ц тс, ch ч, sh ш, yu ю, iu ю, ju ю, ya я, ia я іа, ja я, ye є, ie є іє, je є, yi ї, ji ї,
  yy ий, iy ій ий, ij ій, yj ий, ey ей, oy ой, ay ай, aj ай, ai ай, oj ой, io йо ьо, yo йо ьо, a а, b б, c ц, d д, e е є, f ф, g г ґ,
  h г х, i і и ї, j й ж, k к, l л ль, m м, n н нь, o о, p п, r р, s с сь, t т ть, u у ю, v в, w в, x х кс, y и й, z з`;
const BULGARIAN = `
  sht щ, sh ш сх, zh ж, ts ц тс, ch ч, yu ю, iu ю иу, ju ю, ya я, ia ия я, ja я, yo ьо йо, io ьо йо, iya ия, aya ая, eya ея, oya оя, iy ий, ij ий, ey ей, oy ой,
  ay ай, ai ай аи, ei ей еи, oi ой ои, a а ъ, b б, c ц, d д, e е, f ф, g г, h х, i и, j ж й, k к, l л, m м, n н, o о, p п, q я,
  r р, s с, t т, u у ъ, v в ж, w в ш, x х кс, y й ъ и, z з`;
const GREEK = `
  mp μπ, mb μπ, nt ντ, nd ντ νδ, gk γκ, gg γγ, ng γκ γγ, nk γκ, th θ, ch χ τσ, kh χ, ph φ, ps ψ, ks ξ, ts τσ, tz τζ, dz τζ,
  ou ου, ei ει, ai αι, oi οι, au αυ, af αυ αφ, av αυ αβ, eu ευ, ef ευ εφ, ev ευ εβ, ll λλ, a α, b μπ β, d δ ντ, e ε αι η,
  f φ, g γ γκ, h χ η, i ι η υ ει οι, j τζ, k κ, l λ λλ, m μ, n ν, o ο ω, p π, r ρ, s σ σσ, t τ, u υ ου, v β, w ω, x χ ξ,
  y υ ι γι, z ζ`;

const LETTERS: Readonly<Record<string, readonly Letters[]>> = {
  ru: readLetters(RUSSIAN),
  uk: readLetters(UKRAINIAN),
  bg: readLetters(BULGARIAN),
  el: readLetters(GREEK),
};

function readLetters(table: string): readonly Letters[] {
  return table
    .split(',')
    .map((each) => each.trim().split(' '))
    .map(([latin = '', ...native]) => ({ latin, native }))
    .toSorted((one, other) => other.latin.length - one.latin.length);
}

const WORD = /^[a-z]{4,20}$/;
/** No word begins or goes on so. */
const IMPOSSIBLE = /^[ьы]|ь[аоуыэй]|[гкхжшщ]ы|[бвгджзклмнпрстфхцчшщь]й|й[ыиу]/;
const MAX_SPELLINGS = 12;
/** The fewer letters a foreign name has, the more native words it is by some spelling. So short words have fewer. */
const maxSpellings = ({ length }: string): number => Math.min(MAX_SPELLINGS, 3 * (length - 2));

/**
 * The spellings of a folded word in Latin letters, the likeliest first. None if it is short, or has other letters, as
 * foreign names have: nobody types `c` for a letter of Greek.
 */
export function nativeSpellings(word: string, language: string): readonly string[] {
  const letters = LETTERS[language];
  if (letters === undefined || !WORD.test(word)) return [];
  let spellings = [{ text: '', rank: 0 }];
  // The ranks of a word's spellings add up.
  for (let at = 0; at < word.length; ) {
    const next = letters.find(({ latin }) => word.startsWith(latin, at));
    if (next === undefined) return [];
    spellings = spellings
      .flatMap(({ text, rank }) => next.native.map((native, index) => ({ text: text + native, rank: rank + index })))
      .filter(({ text }) => !IMPOSSIBLE.test(text))
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, MAX_SPELLINGS);
    at += next.latin.length;
  }
  return spellings.slice(0, maxSpellings(word)).map(({ text }) => text);
}
