/**
 * A floor: BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) with an English stemmer over
 * the product's texts taken as one, in memory. No spelling, no beginnings of words, no fields.
 */
import { stemmer } from 'stemmer';

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

export interface Bm25Document {
  readonly id: string;
  readonly text: string;
}

/** Returns a function from a query to the ids of the documents with a word of it, best first. */
export function createBm25(documents: readonly Bm25Document[]): (query: string) => string[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map(({ text }, index) => {
    const terms = termsOf(text);
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>();
      postings.set(term, counts.set(index, (counts.get(index) ?? 0) + 1));
    }
    return terms.length;
  });
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  return (query) => {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(query))) {
      const counts = postings.get(term) ?? new Map<number, number>();
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [index, count] of counts) {
        const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[index] ?? 0)) / meanLength;
        const weight = (count * (SATURATION + 1)) / (count + SATURATION * norm);
        scores.set(index, (scores.get(index) ?? 0) + rarity * weight);
      }
    }
    return [...scores].toSorted(([, one], [, other]) => other - one).flatMap(([index]) => documents[index]?.id ?? []);
  };
}

function termsOf(text: string): string[] {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (letters.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmer(word));
}
