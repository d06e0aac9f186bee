/**
 * A floor: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over four fields of a product,
 * with an English stemmer, in memory. It has no typo tolerance, no prefixes, no identifiers and no synonyms.
 */
import { stemmer } from 'stemmer';

/** The weight of a word in each field. */
const FIELD_WEIGHTS = { title: 3, subtitle: 1, description: 1, specifications: 0.5 };
const FIELDS = Object.keys(FIELD_WEIGHTS) as Field[];
/** k1: how soon further occurrences of a word stop raising the score. */
const SATURATION = 1.2;
/** b: how much the length of a field lowers the weight of its words. */
const LENGTH_SHARE = 0.75;

type Field = keyof typeof FIELD_WEIGHTS;

export interface Bm25fDocument extends Readonly<Record<Field, string>> {
  readonly id: string;
}

/** The weighted and length-normalised frequencies of one term, by the index of the document. */
type Frequencies = Map<number, number>;

export interface Scored {
  readonly id: string;
  /** Above 0. */
  readonly score: number;
}

/**
 * Returns a function that resolves a query to the documents with one of its terms, best first. Documents with equal
 * scores keep their order.
 */
export function createBm25f(documents: readonly Bm25fDocument[]): (query: string) => Scored[] {
  const frequencies = frequenciesOf(documents);
  return (query) => {
    const scores = new Float64Array(documents.length);
    for (const term of new Set(termsOf(query))) {
      const ofTerm: Frequencies = frequencies.get(term) ?? new Map();
      const rarity = Math.log(1 + (documents.length - ofTerm.size + 0.5) / (ofTerm.size + 0.5));
      for (const [index, frequency] of ofTerm)
        scores[index] = (scores[index] ?? 0) + (rarity * frequency * (SATURATION + 1)) / (frequency + SATURATION);
    }
    return documents
      .map(({ id }, index) => ({ id, score: scores[index] ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score);
  };
}

/** By term. */
function frequenciesOf(documents: readonly Bm25fDocument[]): ReadonlyMap<string, Frequencies> {
  const frequencies = new Map<string, Frequencies>();
  for (const field of FIELDS) {
    const terms = documents.map((document) => termsOf(document[field]));
    const meanLength = terms.reduce((sum, { length }) => sum + length, 0) / documents.length;
    for (const [index, ofDocument] of terms.entries()) {
      const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * ofDocument.length) / meanLength;
      for (const term of ofDocument) {
        const ofTerm: Frequencies = frequencies.get(term) ?? new Map();
        frequencies.set(term, ofTerm.set(index, (ofTerm.get(index) ?? 0) + FIELD_WEIGHTS[field] / norm));
      }
    }
  }
  return frequencies;
}

function termsOf(text: string): string[] {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (letters.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmer(word));
}
