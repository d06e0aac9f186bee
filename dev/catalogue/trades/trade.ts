/** What a trade's vocabulary is made of. A table is written in short texts; `trade` turns it into lists. */
import { COLOURS, type Colour, type ColourKey } from '../colours.ts';
import type { SilhouetteKey } from '../silhouettes.ts';
import { list } from '../text.ts';

/** One kind of thing that a shop of the trade sells. */
export interface Article {
  readonly name: string;
  readonly silhouette: SilhouetteKey;
  /** The handle of the collection it is found in. */
  readonly category: string;
  /** Lowest and highest price, in euros. */
  readonly price: readonly [number, number];
  readonly kinds: readonly string[];
  readonly materials: readonly string[];
  readonly sizeName: string;
  readonly sizes: readonly string[];
  readonly features: readonly string[];
  readonly specifications: Readonly<Record<string, readonly string[]>>;
}

export interface Category {
  readonly handle: string;
  readonly name: string;
  readonly description: string;
}

export interface Trade {
  readonly key: string;
  /** What further shops of the trade are called after their founder's name. */
  readonly shopWord: string;
  readonly shops: readonly { readonly name: string; readonly countryCode: string }[];
  readonly brands: readonly string[];
  readonly models: readonly string[];
  readonly colours: readonly Colour[];
  readonly purposes: readonly string[];
  readonly closings: readonly string[];
  readonly categories: readonly Category[];
  readonly articles: readonly Article[];
}

type ArticleRow = Pick<Article, 'name' | 'silhouette' | 'category' | 'price'> & {
  readonly kinds: string;
  readonly materials: string;
  /** The name of the measure, a colon, and its values. */
  readonly sizes: string;
  readonly features: string;
  readonly specifications?: Readonly<Record<string, string>>;
};

interface TradeTable {
  readonly key: string;
  readonly shopWord: string;
  /** A shop's name and its country's code. */
  readonly shops: Readonly<Record<string, string>>;
  readonly brands: string;
  readonly models: string;
  readonly colours: readonly ColourKey[];
  /** Each completes "for …". */
  readonly purposes: string;
  /** Whole sentences. */
  readonly closings: readonly string[];
  /** By handle: a name and a description. */
  readonly categories: Readonly<Record<string, readonly [name: string, description: string]>>;
  readonly articles: readonly ArticleRow[];
}

/** Turns a trade's table into lists. */
export function trade(table: TradeTable): Trade {
  return {
    ...table,
    shops: Object.entries(table.shops).map(([name, countryCode]) => ({ name, countryCode })),
    brands: list(table.brands),
    models: list(table.models),
    colours: table.colours.map((key) => COLOURS.get(key) as Colour),
    purposes: list(table.purposes),
    categories: Object.entries(table.categories).map(([handle, [name, description]]) => ({
      handle,
      name,
      description,
    })),
    articles: table.articles.map(article),
  };
}

function article(row: ArticleRow): Article {
  const [sizeName = '', sizes = ''] = row.sizes.split(': ');
  return {
    ...row,
    kinds: list(row.kinds),
    materials: list(row.materials),
    sizeName,
    sizes: list(sizes),
    features: list(row.features),
    specifications: Object.fromEntries(
      Object.entries(row.specifications ?? {}).map(([name, values]) => [name, list(values)]),
    ),
  };
}
