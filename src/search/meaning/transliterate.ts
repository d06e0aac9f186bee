/** Latin names that shoppers type in Cyrillic, Greek or Devanagari: `кастрол` for `Castrol`. Pure functions. */

/** The Latin spellings of letters, the likeliest first. Several letters come before one. */
const SPELLINGS = `
  кс x ks, дж j dj g, ия ia iya, ія ia iya, ея ea eya, ай ai i ay, ей ey ei a, ау au aw,
  а a, б b, в v w, г g h, ґ g, д d, ђ dj, е e ee, є e ye, ж zh j g, з z s, и i y ee, і i, ї yi i, й y i, ј j, к k c, л l,
  љ lj, м m, н n, њ nj, о o, п p, р r, с s c, т t, ћ c, у u oo ou, ў u, ф f ph, х h kh, ц c ts z, ч ch, џ dz, ш sh sch ch,
  щ sch, ъ, ы y, ь, э e a, ю yu u, я ya ia,
  μπ b mp, ντ d nt, γκ g gk, γγ g ng, τζ j tz, τσ ch ts, ου ou u oo, ει i ei, αι ai e, οι i oi, αυ av au, ευ ev eu,
  κσ x, α a, β v b, γ g, δ d, ε e, ζ z s, η i e, θ th, ι i y, κ c k, λ l, μ m, ν n, ξ x, ο o, π p, ρ r, σ s c, τ t, υ y i,
  φ f ph, χ ch h, ψ ps, ω o,
  क्स x ks, फ ph f, ाइ i ai, िया ia iya, यू u yu, क k c, ख kh, ग g, घ gh, च ch, छ chh, ज j z g, झ jh, ट t, ठ th, ड d, ढ dh, ण n,
  त t, थ th, द d, ध dh, न n, प p, ब b, भ bh, म m, य y, र r, ल l, व v w, श sh, ष sh, स s, ह h, ् , ं n m, ॉ o aw a, ॅ a e, ा a,
  ि i e, ी i ee y, ु u oo, ू u oo, े e a, ै a e ai, ो o, ौ au ow, अ a  o e u, आ a, इ i, ई i ee, उ u, ऊ u oo, ए e a, ऐ ai a, ऑ o a,
  ओ o, औ au o
`
  .split(',')
  .map((each) => each.trim().split(' '))
  .map(([letters = '', ...latin]) => ({ letters, latin: latin.length === 0 ? [''] : latin }));

/** Names with another spelling. */
const NAMES: ReadonlyMap<string, string> = new Map(
  `
  айфон iphone, барби barbie, бриджстоун bridgestone, гейтс gates, деволт dewalt, делонги delonghi, дэу daewoo,
  керхер karcher, логитек logitech, мейбеллин maybelline, мерседес mercedes, мишлен michelin, найк nike, рено renault,
  сакс sachs, солярис solaris, сяоми xiaomi, хаггис huggies, хендай hyundai, хундай hyundai, шевроле chevrolet,
  шкода skoda,
  आईफोन iphone, एडिडास adidas, एप्पल apple, एलजी lg, कैडबरी cadbury, जॉकी jockey, डव dove, डेल dell, नाइकी nike, निविया nivea,
  प्रेस्टीज prestige, बॉश bosch, बोट boat, लेविस levis, लोरियल loreal, वुडलैंड woodland, व्हर्लपूल whirlpool, शाओमी xiaomi,
  सैमसंग samsung, हुंडई hyundai
  `
    .split(',')
    .map((each) => each.trim().split(' '))
    .map(([name = '', latin = '']) => [name, latin]),
);

const NAME = /^(?:[а-яіїєґјљњћђџў]{2,24}|[α-ρσ-ω]{2,24}|\p{sc=Deva}{3,24})$/u;

/** A consonant of Devanagari with the vowel that isn't written. A last one has none. */
const WITH_UNWRITTEN_VOWEL = /[क-ह](?=[क-हं])/g;

const MAX_SPELLINGS = 12;

/** The Latin spellings of a folded word, the likeliest first; none if it isn't all of one of these scripts. */
export function latinSpellings(word: string): readonly string[] {
  if (!NAME.test(word)) return [];
  let spellings = [{ text: word.replace(WITH_UNWRITTEN_VOWEL, '$&अ'), rank: 0 }];
  // Each letter is spelt the same throughout a name. The ranks of its spellings add up.
  for (const { letters, latin } of SPELLINGS) {
    if (!spellings.some(({ text }) => text.includes(letters))) continue;
    spellings = spellings
      .flatMap(({ text, rank }) =>
        latin.map((spelling, index) => ({ text: text.replaceAll(letters, spelling), rank: rank + index })),
      )
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, MAX_SPELLINGS);
  }
  const name = NAMES.get(word);
  const all = [...(name === undefined ? [] : [name]), ...spellings.map(({ text }) => text)];
  return [...new Set(all)].filter((text) => text !== '').slice(0, MAX_SPELLINGS);
}
