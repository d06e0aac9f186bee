/** The brand of a product, as its specifications name it. Many titles begin with the brand, which is no product. */
import { foldText } from '../../src/search/text/fold.ts';
import { tokenizeProduct } from '../../src/search/text/tokenize.ts';

/** The folded names of the specification in languages whose titles have a head. */
const BRAND = new RegExp(
  `^(?:${
    'brand|marca|marque|marke|merk|marka|znacka|brend|manufacturer|fabricante|fabricant|produttore|producent|vyrobce|' +
    'vyrobca|proizvodac|бренд|марка|производитель|виробник|произвођач|μαρκα|κατασκευαστης|thuong hieu'
  })$`,
);

/** The words of the brand. `specifications`: each as `key: value`. */
export function brandWordsOf(specifications: readonly string[]): ReadonlySet<string> {
  const brands = specifications.flatMap((specification) => {
    const end = specification.indexOf(': ');
    return end > 0 && BRAND.test(foldText(specification.slice(0, end))) ? [specification.slice(end + 2)] : [];
  });
  return new Set(brands.flatMap((brand) => tokenizeProduct(brand).written));
}
