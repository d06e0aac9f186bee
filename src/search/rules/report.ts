/** Reports a merchant's search rules as the API reads them: what each does, and what of it has no effect. */
import { findDocuments } from '../../catalogue/find-documents.ts';
import { SEARCH_RULE_LIMITS } from '../../catalogue/search-rule-limits.ts';
import type { Catalogue } from '../../catalogue/stored-documents.ts';
import { text } from '../../catalogue/values.ts';
import { READ_LIMIT } from '../../engines/mongodb/client.ts';
import { printable } from '../../runtime/command-line/command-line.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { languageOfMerchant, storedRules } from './merchant-search.ts';
import { type EachRule, type ReadRule, readEach } from './search-rules.ts';

interface RulesReport {
  readonly merchantId: string;
  /** ISO 639. Words of rules and queries are compared by the stems of this language. */
  readonly language: string;
  /** In the order of their ids. */
  readonly rules: readonly RuleReport[];
  /** The number of further rules, which are ignored: they are too large or too many. */
  readonly ignoredRules: number;
}

interface RuleReport extends Omit<ReadRule, 'pinned' | 'hidden'> {
  readonly id: string;
  readonly pinned: readonly NamedProduct[];
  readonly hidden: readonly NamedProduct[];
  /** What of the rule has no effect, and why. */
  readonly notes: readonly string[];
}

/** A product that a rule names. It has no title and no status if the merchant has no such product. */
interface NamedProduct {
  readonly id: string;
  readonly title?: string;
  readonly status?: string;
}

const { rulesOfMerchant, bytesOfRule, charactersOfMerchant } = SEARCH_RULE_LIMITS;

const ignoreMalformed = () => undefined;

/** Resolves to the report, also for a merchant that doesn't exist. Throws what the driver throws. */
export async function readRulesReport(catalogue: Catalogue, merchantId: string): Promise<RulesReport> {
  const [language, stored, total] = await Promise.all([
    languageOfMerchant(catalogue, merchantId, ignoreMalformed),
    storedRules(catalogue, merchantId),
    catalogue.searchRules.countDocuments({ merchantId }),
  ]);
  const analyzer = analyzerOf(language);
  const read = [...readEach(stored, analyzer)];
  const nameOf = await findProductNames(
    catalogue,
    merchantId,
    read.flatMap(({ rule }) => [...rule.pinned, ...rule.hidden]),
  );
  const rules = read.map((each) => {
    const { id, rule, malformedFields } = each;
    const malformed = [...new Set(malformedFields)].map((field) => `${field}: malformed values are ignored`);
    const notes = [...malformed, ...withoutEffect(each)];
    return { id, ...rule, pinned: rule.pinned.map(nameOf), hidden: rule.hidden.map(nameOf), notes };
  });
  return { merchantId, language, rules, ignoredRules: total - rules.length };
}

function withoutEffect({ rule: { pinned, hidden }, key, terms }: EachRule): string[] {
  const products = pinned.length + hidden.length;
  const hasQuery = key !== '';
  return [
    ...(terms.length === 1 ? ['synonyms: a single one has no effect'] : []),
    ...(hasQuery && products === 0 ? ['query: it pins and hides no product'] : []),
    ...(!hasQuery && products > 0 ? ['pinned and hidden products have no effect without a query'] : []),
    ...(terms.length === 0 && !hasQuery && products === 0 ? ['the rule has neither synonyms nor a query'] : []),
  ];
}

async function findProductNames(
  { products }: Catalogue,
  merchantId: string,
  ids: readonly string[],
): Promise<(id: string) => NamedProduct> {
  const projection = { title: 1, status: 1 };
  const found = await findDocuments(products, { merchantId, _id: { $in: [...ids] } }, { ...READ_LIMIT, projection });
  const names = new Map(
    found.map(({ _id: id, title, status }) => [
      id,
      { id, title: text(title, 'title', ignoreMalformed), status: text(status, 'status', ignoreMalformed) },
    ]),
  );
  return (id) => names.get(id) ?? { id };
}

/** The report as lines for people. */
export function linesOf({ merchantId, language, rules, ignoredRules }: RulesReport): string[] {
  if (rules.length + ignoredRules === 0) return [`${merchantId} has no search rules.`];
  return [
    `Search rules of ${merchantId}, whose language is ${language}: ${rules.length + ignoredRules}`,
    ...rules.flatMap((rule) => ['', printable(rule.id), ...linesOfRule(rule).map((line) => `  ${printable(line)}`)]),
    ...(ignoredRules === 0 ? [] : ['', ignoredText(ignoredRules)]),
  ];
}

const ignoredText = (count: number): string =>
  `${count} more ignored: only the first ${rulesOfMerchant} by their ids apply, of at most ${bytesOfRule} bytes each, and of ${charactersOfMerchant} characters together.`;

function linesOfRule({ synonyms: [first = '', ...others], isOneWay, query, pinned, hidden, notes }: RuleReport) {
  const asOneWay = isOneWay && others.length > 0;
  return [
    ...(first === ''
      ? []
      : [`synonyms  ${asOneWay ? `${first} → ${others.join(', ')}` : [first, ...others].join(', ')}`]),
    ...(query === '' ? [] : [`query     ${query}`]),
    ...pinned.map((product) => `pinned    ${lineOfProduct(product)}`),
    ...hidden.map((product) => `hidden    ${lineOfProduct(product)}`),
    ...notes.map((note) => `note      ${note}`),
  ];
}

function lineOfProduct({ id, title, status }: NamedProduct): string {
  if (title === undefined) return `${id}  (the merchant has no such product)`;
  return `${id}  ${title}${status === 'published' ? '' : `  (${status})`}`;
}
