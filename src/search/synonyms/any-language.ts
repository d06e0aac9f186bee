/** What means the same in every language: amounts, and the Roman numerals of models. See `common-synonyms.ts`. */
export const SYNONYMS_OF_ANY_LANGUAGE = `
  5 cl, 50 ml, 0.05 l
  10 cl, 100 ml, 0.1 l
  20 cl, 200 ml, 0.2 l
  25 cl, 250 ml, 0.25 l
  33 cl, 330 ml, 0.33 l
  37.5 cl, 375 ml, 0.375 l
  40 cl, 400 ml, 0.4 l
  50 cl, 500 ml, 0.5 l
  70 cl, 700 ml, 0.7 l
  75 cl, 750 ml, 0.75 l
  100 cl, 1000 ml, 1 l
  150 cl, 1500 ml, 1.5 l
  500 mg, 0.5 g
  1000 mg, 1 g
  250 g, 0.25 kg
  500 g, 0.5 kg
  1000 g, 1 kg
  2, ii
  3, iii
  4, iv
  6, vi
  7, vii
  8, viii
`;
